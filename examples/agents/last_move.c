/* An agent that speaks the protocol of docs/PROTOCOL.md and plays the last of the legal moves, in any game.
 *
 * cc -O2 -o last_move last_move.c
 * lanista play connect_four human exec:./last_move
 *
 * It needs no JSON library: a message is one line without spaces between its parts, and a move goes back as it came.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the last text of the message's list "legal", with its quotes, and its length. */
static const char *last_legal(const char *message, int *length) {
    const char *at = strstr(message, "\"legal\":[");
    const char *last = NULL;
    if (at == NULL) return NULL;
    for (at += strlen("\"legal\":["); *at == '"' || *at == ','; at++) {
        if (*at == ',') continue;
        last = at++;
        while (*at != '"') at += *at == '\\' ? 2 : 1;
        *length = (int)(at + 1 - last);
    }
    return last;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    int length = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"") != NULL) {
            puts("{\"type\":\"ready\",\"protocol\":1}");
        } else if (strstr(line, "\"type\":\"begin\"") != NULL) {
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"type\":\"choose\"") != NULL) {
            const char *move = last_legal(line, &length);
            if (move == NULL) {
                puts("{\"type\":\"resign\"}");
            } else {
                printf("{\"type\":\"action\",\"action\":%.*s}\n", length, move);
            }
        } /* nothing else needs an answer */
        fflush(stdout);
    }
    free(line);
    return 0;
}
