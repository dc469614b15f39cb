// Starts from the corner over its own piece, and forgets that this one is captured by that.
#include <unistd.h>

char get() {
    char c;
    if (read(0, &c, 1) != 1) _exit(0);
    return c;
}

int main() {
    char init[13];
    for (int i = 0; i < 13; i++) init[i] = get();
    bool first = init[12] == 'f';
    char corner = first ? init[0] : init[11];   // square 0 or 35
    char before = first ? init[4] : init[7];    // square 7 or 28
    char moves[2][2] = {{corner, '2'}, {before, '2'}};
    for (int turn = 0; turn < 2; turn++) {
        if (!first || turn > 0) get(), get();
        write(1, moves[turn], 2);
    }
    for (;;) get();
}
