/* A canvas in SDL, which has no tree and takes no paste, whose log says what really happened. usage: sdl LOG */
#include <SDL2/SDL.h>
#include <stdio.h>
#include <string.h>

static FILE *out;
static char text[4000];

static void tell(const char *kind, const char *control, const char *value) {
  fprintf(out, "[\"%s\", \"%s\", \"", kind, control);
  for (; *value; value++) fprintf(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
  fputs("\"]\n", out);
  fflush(out);
}

int main(int argc, char **argv) {
  (void)argc;
  out = fopen(argv[1], "a");
  SDL_Init(SDL_INIT_VIDEO);
  SDL_Window *window = SDL_CreateWindow("Form", 100, 80, 800, 500, SDL_WINDOW_SHOWN);
  SDL_Surface *surface = SDL_GetWindowSurface(window);
  SDL_Rect button = {40, 200, 200, 60};
  int shown = 0;
  SDL_StartTextInput();
  for (;;) {
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 230, 230, 230));
    SDL_FillRect(surface, &button, SDL_MapRGB(surface->format, 40, 90, 160));
    SDL_Rect typed = {40, 40, 4 + (int)strlen(text) * 6, 30};
    SDL_FillRect(surface, &typed, SDL_MapRGB(surface->format, 30, 30, 30));
    SDL_UpdateWindowSurface(window);
    if (!shown++) {
      int x, y;
      SDL_GetWindowPosition(window, &x, &y);
      fprintf(out, "[\"places\", \"form\", {\"Log\": [%d, %d, 200, 60], \"Caret\": [%d, %d, 300, 30]}]\n",
              x + 40, y + 200, x + 40, y + 40);
      tell("event", "form", "shown");
    }
    SDL_Event event;
    if (!SDL_WaitEvent(&event) || event.type == SDL_QUIT) return 0;
    if (event.type == SDL_TEXTINPUT) {
      strncat(text, event.text.text, sizeof text - strlen(text) - 1);
      tell("value", "Caret", text);
    }
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_HOME) text[0] = 0;
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_v && (event.key.keysym.mod & KMOD_CTRL))
      tell("event", "key", "Ctrl+V");
    if (event.type == SDL_MOUSEBUTTONDOWN) {
      SDL_Point at = {event.button.x, event.button.y};
      if (SDL_PointInRect(&at, &button)) tell("event", "pressed", "Log");
    }
  }
}
