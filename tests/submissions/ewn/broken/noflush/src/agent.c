/* always the first move that is possible */
#include <stdio.h>
int at[12], home[12] = {0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35};   /* red 0..5, blue 6..11 */

int target(int p, int d)
{
    int r = at[p] / 6, c = at[p] % 6, k = p < 6 ? 1 : -1;
    if (d != 1) r += k;
    if (d != 0) c += k;
    return at[p] < 0 || r < 0 || r > 5 || c < 0 || c > 5 ? -1 : r * 6 + c;
}

void play(int p, int d)
{
    int i, t = target(p, d);
    for (i = 0; i < 12; i++) if (at[i] == t) at[i] = -1;
    at[p] = t;
}

int main(void)
{
    int i, p, d, me, turn = 0;
    for (i = 0; i < 12; i++) at[i / 6 * 6 + getchar() - '0'] = home[i];
    me = getchar() == 's' ? 6 : 0;
    for (;; turn = 6 - turn) {
        if (turn == me) {
            for (i = 0; i < 18 && target(me + i / 3, i % 3) < 0; i++) ;
            p = i / 3; d = i % 3;
            printf("%d%d", p, d);
        } else {
            p = getchar() - '0'; d = getchar() - '0';
            if (d < 0) return 0;
        }
        play(turn + p, d);
    }
}
