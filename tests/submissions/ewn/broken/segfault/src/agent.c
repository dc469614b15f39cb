/* goes on in the tree of its last move, where the new child was never made */
#include <stdio.h>
#include <stdlib.h>

typedef struct node { char piece, dir; struct node *child; } node;

int main(void)
{
    char init[13];
    int i, first, turn;
    node *root = calloc(1, sizeof(node));
    for (i = 0; i < 13; i++) init[i] = getchar();
    first = init[12] == 'f';
    root->piece = first ? init[4] : init[7];
    root->dir = '2';
    for (turn = 0; ; turn++) {
        if (!first || turn > 0) { getchar(); getchar(); }
        putchar(root->piece);
        putchar(root->dir);
        fflush(stdout);
        root = root->child;
    }
}
