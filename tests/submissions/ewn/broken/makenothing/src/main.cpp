#include <iostream>

// one move from the middle, then it waits
int main() {
    char init[12], side, c;
    for (char &x : init) std::cin.get(x);
    std::cin.get(side);
    if (side == 's') std::cin.get(c), std::cin.get(c);
    std::cout << (side == 'f' ? init[4] : init[7]) << '2' << std::flush;
    while (std::cin.get(c)) {}
}
