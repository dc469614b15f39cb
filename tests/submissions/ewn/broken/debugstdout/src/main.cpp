// plays the piece that is nearest to the middle of the board forward, one game
#include <iostream>
using namespace std;

int main() {
    char init[12], side, c;
    for (int i = 0; i < 12; i++) cin.get(init[i]);
    cin.get(side);
    cout << "arrangement " << string(init, 12) << ", I am " << side << endl;
    int square = side == 'f' ? 7 : 28;
    char piece = side == 'f' ? init[4] : init[7];
    for (int turn = 0; turn < 4; turn++) {
        if (side == 's' || turn > 0) cin.get(c), cin.get(c);
        cout << "I move " << piece << " from " << square << endl;
        cout << piece << '2' << flush;
        square += side == 'f' ? 7 : -7;
    }
    while (cin.get(c)) {}
}
