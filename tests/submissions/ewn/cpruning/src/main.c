/* TCG 2020 hw2   r09944917 Lin Yu-Han
   plain UCT + progressive pruning. everything is global, the tree is a big array */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define MAXNODE 60000
#define SIMS 2500
#define RD 2.5       /* progressive pruning: mean +- RD * sigma / sqrt(n) */
#define MINSIM 40

typedef struct { signed char b[36]; int turn; } POS;   /* b: 1..6 red, -1..-6 blue */
typedef struct { int move, child, nchild, pruned, n; double sum, sum2; } NODE;

static const int home[12] = {0,1,2,6,7,12,23,28,29,33,34,35}, step[3] = {6,1,7};
NODE node[MAXNODE];
int nnode;
POS cur; int me;

/* moves are coded as square*4+direction inside, -1 is pass */
int target(int s, int d, int sign)
{
	int wall = sign > 0 ? 5 : 0;
	if ((d != 1 && s / 6 == wall) || (d != 0 && s % 6 == wall)) return -1;
	return s + sign * step[d];
}

int genmove(POS *p, int *mv)
{
	int s, d, n = 0, sign = p->turn ? -1 : 1;
	for (s = 0; s < 36; s++)
		if (p->b[s] * sign > 0)
			for (d = 0; d < 3; d++)
				if (target(s, d, sign) >= 0) mv[n++] = s * 4 + d;
	if (!n) mv[n++] = -1;
	return n;
}

void domove(POS *p, int m)
{
	if (m >= 0) {
		int t = target(m / 4, m % 4, p->turn ? -1 : 1);
		p->b[t] = p->b[m / 4]; p->b[m / 4] = 0;
	}
	p->turn = !p->turn;
}

/* 9 = not over, else 1 red, -1 blue, 0 draw */
int result(POS *p)
{
	int s, d, t, i, cnt[2] = {0, 0}, stuck[2] = {1, 1};
	for (s = 0; s < 36; s++) {
		if (!p->b[s]) continue;
		cnt[i = p->b[s] < 0]++;
		for (d = 0; d < 3 && stuck[i]; d++) {
			t = target(s, d, i ? -1 : 1);
			if (t >= 0 && p->b[s] * p->b[t] <= 0) stuck[i] = 0;
		}
	}
	if (!cnt[0] || !cnt[1]) return cnt[0] ? 1 : -1;
	if (stuck[0] && cnt[0] == 6) return 1;
	if (stuck[1] && cnt[1] == 6) return -1;
	if (!stuck[0] || !stuck[1]) return 9;
	d = cnt[0] - cnt[1];
	if (!d) d = p->b[35] + p->b[0];     /* blue is negative, so + compares them */
	return d > 0 ? 1 : d < 0 ? -1 : 0;
}

void expand(int k, POS *p)
{
	int mv[20], i, n = genmove(p, mv);
	if (nnode + n > MAXNODE) return;
	node[k].child = nnode; node[k].nchild = n;
	memset(&node[nnode], 0, n * sizeof(NODE));
	for (i = 0; i < n; i++) node[nnode++].move = mv[i];
}

void prune(int k)
{
	int i, c = node[k].child, last = c + node[k].nchild;
	double best = -9, mean[20], half[20];
	for (i = c; i < last; i++) {
		NODE *q = &node[i];
		if (q->n < MINSIM) { half[i - c] = 99; mean[i - c] = 0; continue; }
		mean[i - c] = q->sum / q->n;
		half[i - c] = RD * sqrt((q->sum2 / q->n - mean[i - c] * mean[i - c] + 1e-3) / q->n);
		if (!q->pruned && mean[i - c] - half[i - c] > best) best = mean[i - c] - half[i - c];
	}
	for (i = c; i < last; i++)
		if (mean[i - c] + half[i - c] < best) node[i].pruned = 1;
}

/* returns the result, 1 is good for red */
double descend(int k, POS *p)
{
	int i, r = result(p), who = p->turn, pick = -1, mv[20];
	double v, s, top = -1e9;
	if (r != 9) return r;
	if (!node[k].nchild) {
		if (node[k].n > 0 || k == 0) expand(k, p);
		while ((r = result(p)) == 9) domove(p, mv[rand() % genmove(p, mv)]);
		return r;
	}
	for (i = node[k].child; i < node[k].child + node[k].nchild; i++) if (!node[i].pruned) {
		s = node[i].n ? node[i].sum / node[i].n + 0.9 * sqrt(log(node[k].n + 1) / node[i].n) : 1000 + rand() % 100;
		if (s > top) { top = s; pick = i; }
	}
	domove(p, node[pick].move);
	v = descend(pick, p);
	s = who ? -v : v;
	node[pick].n++;
	node[pick].sum += s; node[pick].sum2 += s * s;
	return v;
}

int search(void)
{
	int i, best = (nnode = 1);
	POS p;
	memset(node, 0, sizeof(NODE));
	for (i = 1; i <= SIMS; i++) {
		p = cur;
		descend(0, &p); node[0].n++;
		if (i % 100 == 0) prune(0);
	}
	for (i = 1; i <= node[0].nchild; i++)
		if (node[i].n > node[best].n) best = i;
	return node[best].move;
}

int main(void)
{
	int i, m, a, b;
	srand(time(NULL));
	do {
		memset(&cur, 0, sizeof(cur));
		for (i = 0; i < 12; i++) {
			if ((a = getchar()) == EOF) return 0;
			cur.b[home[i]] = i < 6 ? a - '0' + 1 : -(a - '0' + 1);
		}
		me = getchar() == 's';
		while (result(&cur) == 9) {
			if (cur.turn == me) {
				m = search();
				if (m < 0) printf("--");
				else printf("%d%d", abs(cur.b[m / 4]) - 1, m % 4);
				fflush(stdout);
			} else {
				a = getchar(); b = getchar(); m = -1;
				if (b == EOF) return 0;
				for (i = 0; i < 36; i++)
					if (a != '-' && cur.b[i] == (me ? 1 : -1) * (a - '0' + 1)) m = i * 4 + b - '0';
			}
			domove(&cur, m);
		}
	} while (getchar() == 'y');
	return 0;
}
