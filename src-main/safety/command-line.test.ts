import { homedir } from 'node:os'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyCommand, launchLineFault, splitCommandLine } from './command-line.ts'

describe('splitCommandLine', () => {
  test('splits words as a shell would, quotes and backslashes included', () => {
    expect(splitCommandLine(`grep -n "two words" 'it is' a\\ b ""`)).toEqual({
      words: ['grep', '-n', 'two words', 'it is', 'a b', ''],
      shell: null,
    })
  })

  test('the home folder is known to the launcher, that of others and all else of a shell is not', () => {
    expect(launchLineFault('mousepad ~/a.txt')).toBeNull()
    expect(launchLineFault('pcmanfm ~')).toBeNull()
    expect(launchLineFault('chromium about:blank')).toBeNull()
    for (const line of ['mousepad ~bob/a.txt', 'mousepad ~/a.txt; rm b', 'mousepad ~/*'])
      expect(launchLineFault(line)?.code).toBe('bad_arguments')
    expect(splitCommandLine('cat ~/a.txt').shell).toBe('~')
  })

  test('names the first syntax that only a shell understands', () => {
    const shells = [
      'a | b',
      'a > b',
      'a; b',
      'a && b',
      'a `b`',
      'a $B',
      'ls *.txt',
      'ls ~',
      'a "$B"',
      'X=1 a',
      'a\nb',
    ]
    expect(shells.map((line) => splitCommandLine(line).shell)).toEqual([
      '|',
      '>',
      ';',
      '&',
      '`',
      '$',
      '*',
      '~',
      '$',
      '=',
      'line break',
    ])
  })

  test('leaves quoted syntax alone', () => {
    expect(splitCommandLine(`echo 'a | b > $C' "x; y"`)).toEqual({
      words: ['echo', 'a | b > $C', 'x; y'],
      shell: null,
    })
  })

  test('says that a quote is open', () => {
    expect(splitCommandLine('echo "a').words).toBeNull()
  })
})

describe('classifyCommand', () => {
  test.each([
    'ls -la /tmp',
    'cat notes.txt',
    '/usr/bin/head -n 3 a.txt',
    'grep -rn "two words" src',
    'find . -name "*.txt" -size +1M',
    'sort -r names.txt',
    'uniq -c names.txt',
    'date +%F',
    'hostname',
    'ps aux',
    'dpkg -l mousepad',
    'cat /dev/null',
    `sed -n '1,5p;/x/d' a.txt`,
    `sed -E 's/[a-z]+/x/g' a.txt`,
    `awk -F, '$3 > 100 {s += $2} END {print s}' a.csv`,
    `awk '/a/ || $1 == 2' a.txt`,
    'echo $((1 + 2))',
    'ps aux --sort=-%mem',
    'tar -tzf a.tar.gz',
    'unzip -l a.zip',
    '7z l a.7z',
    'gzip -l a.gz',
    'pdftotext a.pdf -',
    'ffprobe -v error -show_format a.mp4',
    'xxd a.bin',
    'less a.txt',
    'rg -n two src',
    'man ls',
    'apt list --installed',
    'apt-cache policy bash',
    'pip list',
    'npm ls --depth=0',
    'systemctl --user status ssh.service',
    'systemctl is-active ssh',
    'journalctl -n 20 --no-pager',
    'crontab -l',
    'nmcli device',
    'gsettings get org.gnome.desktop.interface gtk-theme',
    'xdg-mime query default text/plain',
    'java -version',
    'cp --help',
  ])('counts as reading: %s', (command) => {
    expect(classifyCommand(command)).toMatchObject({ reads: true })
  })

  test('looks at the folder that it runs in, too', () => {
    expect(classifyCommand('cat config', '/home/ada/.ssh')).toMatchObject({ reads: false })
    expect(classifyCommand('cat config', '/home/ada/project')).toMatchObject({ reads: true })
    expect(classifyCommand('grep -rn two .', '/usr/share/doc')).toMatchObject({ reads: true })
  })

  test.each([
    'rm -rf /',
    'cat /home/ada/.npmrc',
    'cat /home/ada/.config/deskhand/keys.yaml',
    `grep -r password ${homedir()}`,
    'grep -rn password',
    'grep --recursive password /',
    'diff -r / /mnt',
    'find . -name a -delete',
    'find . -exec rm {} +',
    `find . -exec rm '{}' ';'`,
    'find . -fprint out.txt',
    'sed -i s/a/b/ file',
    'python3 -c "import os"',
    `awk 'BEGIN{system("x")}'`,
    `awk '{print > "a"}' b`,
    `awk 'BEGIN{ARGV[1]="a"; ARGC=2} 1'`,
    'awk -f a.awk b',
    'sed s/a/b/e file',
    'sed -n "1w other" file',
    `sed 's/[/a/;s/]/b/;1e x' file`,
    'sed -f a.sed b',
    'sort -o names.txt names.txt',
    'sort -ro names.txt names.txt',
    'sort --outp=names.txt names.txt',
    'sort --compress-program=./x names.txt',
    'uniq a.txt b.txt',
    'date -s 12:00',
    'date 010112002020',
    'hostname other',
    'ps auxe',
    'file -C -m x',
    'tree -o a.txt',
    'dpkg -i a.deb',
    'dpkg --purge mousepad',
    'env',
    'env rm a',
    'xargs rm',
    './ls',
    '/tmp/bin/ls',
    'cat a > b',
    'echo $(rm a)',
    'cat a | sh',
    'LD_PRELOAD=./x ls',
    'cat /home/anna/.ssh/id_rsa',
    'grep -r --include=.env x .env',
    'cat /etc/shadow',
    'cat /proc/1/environ',
    'cat /dev/input/event0',
    'sudo ls',
    '',
    'tar xf a.tar',
    'tar -tf host:a.tar',
    'tar -tf a.tar --to-command=./x',
    'tar -tIf ./x a.tar',
    'unzip a.zip',
    '7z x a.7z',
    'gzip a.txt',
    'pdftotext a.pdf',
    'pdftotext a.pdf b.txt',
    'ffprobe https://evil.example/a.mp4',
    'ffprobe -o a.txt a.mp4',
    'xxd -r a.hex b.bin',
    'less +!x a.txt',
    'rg --pre ./x two',
    'rg -uu token',
    'fd -x rm',
    'man -P ./x ls',
    'man ./x.1',
    'apt list -oDir::Etc=./x',
    'apt install x',
    'pip install x',
    'pip list --outdated',
    'npm run build',
    'npm ls --script-shell=./x',
    'systemctl stop ssh',
    'systemctl --user start status',
    'systemctl -Hevil.example status',
    'journalctl --vacuum-size=1M',
    'journalctl -D ./x',
    'crontab ./x',
    'nmcli radio wifi off',
    'gsettings set org.gnome.x y z',
    'gsettings get --schemadir ./x y',
    'xdg-mime default x.desktop text/plain',
    'xrandr --output eDP-1 --off',
    'java -jar version',
    'git commit -m x',
    'git branch new',
    'git log --output=a.txt',
    'git -c core.pager=./x log',
    'git remote add x y',
    'cat "a',
  ])('does not count as reading: %s', (command) => {
    expect(classifyCommand(command)).toMatchObject({ reads: false })
  })

  test('says why', () => {
    expect(classifyCommand('sort -ro a a').reason).toBe('sort with -ro does more than read.')
    expect(classifyCommand('rm a').reason).toBe('rm is not known to only read.')
    expect(classifyCommand('ls | sh').reason).toBe('sh is not known to only read.')
    expect(classifyCommand('ls $(rm a)').reason).toBe('It needs a shell ($).')
  })

  test('does not read what is no descriptor as a file', () => {
    expect(classifyCommand('ls <&x').reads).toBe(false)
    expect(classifyCommand('ls <&0').reads).toBe(true)
  })

  test('never lets what a shell runs or writes through, whatever surrounds it', () => {
    const syntax = fc.constantFrom(';', '|', '&', '>', '`', '$', '\n')
    fc.assert(
      fc.property(fc.string(), syntax, fc.string(), (before, character, after) => {
        const line = `ls ${before.replaceAll(/["'\\]/g, '')}${character}x${after}`
        return !classifyCommand(line).reads
      }),
    )
  })
})
