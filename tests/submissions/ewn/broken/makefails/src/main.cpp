// src/mcts.cpp is not in the zip
#include <iostream>

char think(const char *init, char side);

int main() {
    char init[12], side;
    for (char &c : init) std::cin.get(c);
    std::cin.get(side);
    std::cout << think(init, side) << '2' << std::flush;
}
