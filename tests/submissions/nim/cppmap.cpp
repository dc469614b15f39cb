// Nim with Q-learning
// Theodora Banks
// I have neither given nor received unauthorized aid on this program.
// g++ -O2 -std=c++11 -o nim cppmap.cpp

#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <vector>

using namespace std;

typedef map<string, double> QTable;

// A state is a string like "A345", an action a string like "01".
vector<string> legalActions(const string& state) {
    vector<string> result;
    for (int pile = 0; pile < 3; pile++) {
        for (char count = '1'; count <= state[pile + 1]; count++) {
            result.push_back(string(1, char('0' + pile)) + count);
        }
    }
    return result;
}

string nextState(string state, const string& action) {
    state[0] = state[0] == 'A' ? 'B' : 'A';
    state[action[0] - '0' + 1] -= action[1] - '0';
    return state;
}

bool gameOver(const string& state) { return state.substr(1) == "000"; }

// The action with the largest Q-value for A and the smallest for B.
string bestAction(QTable& q, const string& state) {
    string best;
    for (const string& action : legalActions(state)) {
        if (best == "") {
            best = action;
        } else if (state[0] == 'A' && q[state + action] > q[state + best]) {
            best = action;
        } else if (state[0] == 'B' && q[state + action] < q[state + best]) {
            best = action;
        }
    }
    return best;
}

void simulate(QTable& q, string state) {
    const double alpha = 1, gamma = 0.9;
    while (!gameOver(state)) {
        vector<string> actions = legalActions(state);
        string action = actions[rand() % actions.size()];
        string next = nextState(state, action);
        double r = 0, future = 0;
        if (gameOver(next)) {
            r = next[0] == 'A' ? 1000 : -1000;
        } else {
            future = q[next + bestAction(q, next)];
        }
        double& value = q[state + action];
        value += alpha * (r + gamma * future - value);
        state = next;
    }
}

int readInt(const string& prompt, int low, int high) {
    int value;
    while (true) {
        cout << prompt << flush;
        if (cin >> value && value >= low && value <= high) return value;
        if (cin.eof()) exit(0);
        cin.clear();
        cin.ignore(numeric_limits<streamsize>::max(), '\n');
        cout << "Invalid input." << endl;
    }
}

char readChar(const string& prompt, const string& allowed) {
    string word;
    while (true) {
        cout << prompt << flush;
        if (!(cin >> word)) exit(0);
        char c = toupper(word[0]);
        if (word.size() == 1 && allowed.find(c) != string::npos) return c;
        cout << "Invalid input." << endl;
    }
}

void playGame(QTable& q, string state) {
    char human = readChar("Would you like to be player A or player B? ", "AB");
    while (!gameOver(state)) {
        cout << "\nPiles: " << state[1] << " " << state[2] << " " << state[3] << endl;
        string action;
        if (state[0] == human) {
            while (true) {
                int pile = readInt("Choose a pile (0-2): ", 0, 2);
                int count = readInt("Number to remove: ", 1, 9);
                if (count <= state[pile + 1] - '0') {
                    action = to_string(pile) + to_string(count);
                    break;
                }
                cout << "There are not so many in this pile." << endl;
            }
        } else {
            action = bestAction(q, state);
            cout << "Computer (player " << state[0] << ") removes " << action[1] << " from pile " << action[0] << endl;
        }
        state = nextState(state, action);
    }
    if (state[0] == human) {
        cout << "\nCongratulations, you won!" << endl;
    } else {
        cout << "\nThe computer won." << endl;
    }
}

int main() {
    srand(time(0));
    string start = "A";
    cout << "Welcome to Nim." << endl;
    for (int i = 0; i < 3; i++) {
        start += to_string(readInt("Size of pile " + to_string(i) + ": ", 0, 9));
    }
    int n = readInt("Number of games to simulate: ", 0, numeric_limits<int>::max());

    QTable q;
    for (int i = 0; i < n; i++) simulate(q, start);

    cout << "\nQ-values\n" << fixed << setprecision(2);
    for (const auto& entry : q) cout << entry.first << ": " << entry.second << endl;

    do {
        playGame(q, start);
    } while (readChar("Another game (Y/N)? ", "YN") == 'Y');
    return 0;
}
