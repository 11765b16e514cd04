"""A program without a control tree: two labels in a terminal that hear the mouse. What was pressed is written to a file."""
import re
import sys
import termios
import tty

GREEN = range(8, 24), range(4, 7)
FINISH = range(8, 24), range(10, 11)


def draw(pressed):
    out = ["\x1b[2J\x1b[?25l\x1b[?1000h\x1b[?1006h"]
    if not pressed:
        for row in GREEN[1]:
            out.append(f"\x1b[{row};{GREEN[0].start}H\x1b[42m{' ' * len(GREEN[0])}\x1b[0m")
    else:
        out.append(f"\x1b[{FINISH[1].start};{FINISH[0].start + 4}HFINISH")
    sys.stdout.write("".join(out))
    sys.stdout.flush()


def main(path):
    before = termios.tcgetattr(0)
    tty.setcbreak(0)
    pressed = []
    try:
        draw(pressed)
        heard = ""
        while len(pressed) < 2:
            heard += sys.stdin.read(1)
            press = re.search(r"\x1b\[<0;(\d+);(\d+)M$", heard)
            if not press:
                continue
            heard = ""
            x, y = int(press[1]), int(press[2])
            area, name = (FINISH, "FINISH") if pressed else (GREEN, "green")
            if x in area[0] and y in area[1]:
                pressed.append(name)
                with open(path, "a", encoding="utf-8") as file:
                    file.write(name + "\n")
                draw(pressed)
            else:
                with open(path, "a", encoding="utf-8") as file:
                    file.write(f"missed {name} at {x},{y}\n")
    finally:
        sys.stdout.write("\x1b[?1000l\x1b[?1006l\x1b[?25h")
        sys.stdout.flush()
        termios.tcsetattr(0, termios.TCSADRAIN, before)


main(sys.argv[1])
