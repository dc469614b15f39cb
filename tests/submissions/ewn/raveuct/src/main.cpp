// UCT with RAVE. One tree per move, nodes live in a vector.
#include <unistd.h>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>
#include "board.h"

using namespace std;

const double THINK = 0.08;   // seconds, 10 are allowed but this is enough for the baselines
const double C = 0.4;
const double RAVE_K = 100;

struct Node {
    int move, key, first = -1, num = 0;   // children are nodes[first .. first + num)
    double win = 0, visit = 0;       // seen by the player who made `move`
    double rwin = 0, rvisit = 0;
};

// RAVE counts a move as the same one only when it starts on the same square (by piece alone was useless,
// in a whole game every piece goes everywhere)
int raveKey(const Board &b, int move) { return move == PASS ? 108 : b.pos[b.turn][move / 3] * 3 + move % 3; }

vector<Node> nodes;
mt19937 rng(random_device{}());

bool receive(char *buf, int len) {
    for (int i = 0; i < len; i++)
        if (read(STDIN_FILENO, buf + i, 1) != 1) return false;
    return true;
}

void expand(int id, const Board &b) {
    int moves[18], n = b.generate(moves), first = nodes.size();
    for (int i = 0; i < n; i++) {
        Node child;
        child.move = moves[i];
        child.key = raveKey(b, moves[i]);
        nodes.push_back(child);
    }
    nodes[id].first = first;
    nodes[id].num = n;
}

int select(int id) {
    const Node &p = nodes[id];
    int best = -1;
    double best_score = -1;
    for (int i = p.first; i < p.first + p.num; i++) {
        const Node &c = nodes[i];
        double beta = sqrt(RAVE_K / (3 * c.visit + RAVE_K));
        double q = c.visit > 0 ? c.win / c.visit : 0.5;
        double r = c.rvisit > 0 ? c.rwin / c.rvisit : 0.5;
        double u = C * sqrt(log(p.visit + 1) / (c.visit + 0.1));
        double score = (1 - beta) * q + beta * r + u;
        if (score > best_score) best_score = score, best = i;
    }
    return best;
}

void simulate(const Board &root) {
    Board b = root;
    vector<int> path(1, 0);
    vector<int> who;             // who moved into path[i + 1]
    bool used[2][109] = {};       // for RAVE
    int end;
    while ((end = b.winner()) < 0 && nodes[path.back()].num > 0) {
        int next = select(path.back());
        who.push_back(b.turn);
        b.play(nodes[next].move);
        path.push_back(next);
    }
    if (end < 0) expand(path.back(), b);
    int moves[18];
    while ((end = b.winner()) < 0) {
        int n = b.generate(moves), m = moves[rng() % n];
        used[b.turn][raveKey(b, m)] = true;
        b.play(m);
    }
    double reward[2] = {end == 0 ? 1.0 : end == 2 ? 0.5 : 0.0, end == 1 ? 1.0 : end == 2 ? 0.5 : 0.0};
    for (int i = (int)path.size() - 1; i >= 0; i--) {
        Node &node = nodes[path[i]];
        node.visit++;
        if (i > 0) node.win += reward[who[i - 1]];
        if (i < (int)who.size()) {
            int side = who[i];
            used[side][nodes[path[i + 1]].key] = true;
            for (int c = node.first; c < node.first + node.num; c++)
                if (used[side][nodes[c].key]) nodes[c].rvisit++, nodes[c].rwin += reward[side];
        }
    }
}

int think(const Board &b) {
    auto start = chrono::steady_clock::now();
    nodes.clear();
    nodes.push_back(Node());
    nodes[0].move = PASS;
    expand(0, b);
    if (nodes[0].num == 1) return nodes[1].move;
    do {
        for (int i = 0; i < 50; i++) simulate(b);
    } while (chrono::duration<double>(chrono::steady_clock::now() - start).count() < THINK);
    int best = 1;
    for (int i = 1; i <= nodes[0].num; i++)
        if (nodes[i].visit > nodes[best].visit) best = i;
    return nodes[best].move;
}

int main() {
    char init[13], msg[2];
    do {
        if (!receive(init, 13)) return 0;
        Board b;
        b.init(init);
        int me = init[12] == 'f' ? 0 : 1;
        while (b.winner() < 0) {
            int move;
            if (b.turn == me) {
                move = think(b);
                msg[0] = move == PASS ? '-' : '0' + move / 3;
                msg[1] = move == PASS ? '-' : '0' + move % 3;
                if (write(STDOUT_FILENO, msg, 2) != 2) return 1;   // write() needs no flush
            } else {
                if (!receive(msg, 2)) return 0;
                move = msg[0] == '-' ? PASS : (msg[0] - '0') * 3 + msg[1] - '0';
            }
            b.play(move);
        }
    } while (receive(msg, 1) && msg[0] == 'y');   // game sends y when there is one more
    return 0;
}
