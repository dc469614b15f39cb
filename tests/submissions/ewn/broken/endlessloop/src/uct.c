/* thinks until there are 1000 simulations, but nobody counts them */
#include <stdio.h>
#include <stdlib.h>

char init[13];
volatile int sims, wins[18];

void simulate(void) { wins[rand() % 18] += rand() % 2; }

int main(void)
{
    int i, first;
    for (i = 0; i < 13; i++) init[i] = getchar();
    first = init[12] == 'f';
    if (!first) { getchar(); getchar(); }
    while (sims < 1000) simulate();
    putchar(first ? init[4] : init[7]);
    putchar('2');
    fflush(stdout);
    while (getchar() != EOF) ;
    return 0;
}
