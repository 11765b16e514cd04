import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Places } from './places.ts'

const HOME = '/home/ada'
const places = new Places({ homes: [HOME], own: [`${HOME}/.local/share/deskhand`] })

describe('a place that starts programs', () => {
  test.each([
    '~/.bashrc',
    '~/.profile',
    '~/.config/fish/config.fish',
    '~/.config/autostart/evil.desktop',
    '~/.xsessionrc',
    '~/.local/share/applications/evil.desktop',
    '~/.config/mimeapps.list',
    '~/.config/systemd/user/evil.service',
    '~/bin/ls',
    '~/.local/bin/ls',
    '~/.ssh/authorized_keys',
    '~/.ssh/config',
    '~/.vimrc',
    '~/.emacs.d/init.el',
    '~/.gitconfig',
    '~/.config/Code/User/settings.json',
    '~/.mozilla/firefox/a/user.js',
    '~/project/.git/hooks/pre-commit',
    '~/project/.git/config',
    '~/.config/libreoffice/4/user/basic/x.xba',
    '~/Desktop/Bank.desktop',
    '/etc/profile.d/a.sh',
    '/etc/cron.d/a',
    '/var/spool/cron/crontabs/ada',
    '/usr/local/bin/ls',
    '.bashrc',
    'authorized_keys',
    '/opt/x/y',
    'C:\\Users\\ada\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\a.bat',
    'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run',
    '/Users/ada/Library/LaunchAgents/a.plist',
    `file://${HOME}/%2Ebashrc`,
    `admin://${HOME}/%2Ebashrc`,
    '$HOME/.zshrc',
    `${HOME}/x/../.profile`,
    'pre-commit',
    'post-checkout',
    '~/project/.git',
    '~/project/.git/modules/sub/hooks/post-checkout',
    '~/project/.git/worktrees/w/config.worktree',
    '/srv2/repo.git/hooks/post-receive',
    '~/project/.nvimrc',
    '~/project/.zed/tasks.json',
    '~/project/.devcontainer/devcontainer.json',
    '~/project/.cargo/config.toml',
    '/home/bob/.bashrc',
    '/mnt/disk/.profile',
    '~/project/node_modules/.bin/tsc',
    '~/project/venv/bin/activate',
    '/run/udev/rules.d/a.rules',
  ])('is %s', (path) => {
    expect(places.at(path).startsPrograms).not.toBeNull()
  })
})

test.each([
  '~/project/.gitignore',
  '~/project/.editorconfig',
  '/media/stick/.Trash-1000/a.txt',
  '/run/media/ada/stick/a.txt',
  '~/project/../letter.txt',
  './letter.txt',
])('a list or mark such as %s starts nothing', (path) => {
  expect(places.at(path, HOME)).toMatchObject({ secret: null, startsPrograms: null, built: null })
})

test.each([':/NEWS', '[examples/splash.lyx]', 'drafts/letter.txt'])(
  'a title such as %s is no place of keys',
  (title) => {
    expect(places.at(title)).toMatchObject({ secret: null, startsPrograms: null })
  },
)

describe('a place of secrets', () => {
  test.each([
    '~/.ssh/id_rsa',
    '~/.gnupg/secring.gpg',
    '~/.aws/credentials',
    '~/.config/gcloud/application_default_credentials.json',
    '~/.kube/config',
    '~/.docker/config.json',
    '~/.claude/.credentials.json',
    '~/.codex/auth.json',
    '~/.azure/msal_token_cache.json',
    '~/.terraform.d/credentials.tfrc.json',
    '~/.vault-token',
    '~/.my.cnf',
    '~/.electrum/wallets/default_wallet',
    '~/.m2/settings.xml',
    '~/.config/Bitwarden/data.json',
    '~/.config/chromium/Default/Cookies',
    '~/.password-store/a.gpg',
    '~/project/.env.production.local',
    '~/Documents/server.pem',
    '~/Documents/AuthKey_1.p8',
    '~/Documents/api-keys.txt',
    '~/Documents/tokens.txt',
    '~/Documents/my 2fa.txt',
    '~/Documents/bitwarden_export_2026.json',
    '~/Documents/vault.psafe3',
    '~/Documents/client_secret_12.json',
    '~/Documents/my-service-account.json',
    '~/infra/terraform.tfstate',
    '~/infra/kubeconfig',
    '/etc/shadow',
    '/proc/1/environ',
    '~/.bash_history',
    '~/.some-new-tool/token',
    '~/.config/new-tool/auth',
    'id_ed25519',
    '~/.netrc',
  ])('is %s', (path) => {
    expect(places.at(path).secret).not.toBeNull()
  })

  test.each([
    '~/notes.txt',
    '~/Documents/report.odt',
    '/tmp/a.csv',
    'notes.txt',
    '~/.local/share/Trash/files/a',
    '~',
    '/usr/share/doc/x',
  ])('is not %s', (path) => {
    expect(places.at(path)).toMatchObject({ secret: null, own: null })
  })
})

describe('Deskhand’s own place', () => {
  test.each([
    '~/.local/share/deskhand/config.yaml',
    '~/.local/share/deskhand',
    'rules.json',
    'keys.yaml',
    '~/x/../.local/share/deskhand/rules.json',
  ])('is %s', (path) => {
    expect(places.at(path).own).not.toBeNull()
  })

  test('is not the private home of a virtual desktop, which lies in it', () => {
    const home = `${HOME}/.local/share/deskhand/desktops/a/home`
    const here = new Places({ homes: [home, HOME], own: [`${HOME}/.local/share/deskhand`] })
    expect(here.at('~/notes.txt')).toMatchObject({ path: `${home}/notes.txt`, own: null, secret: null })
    expect(here.at(`${HOME}/.local/share/deskhand/rules.json`).own).not.toBeNull()
  })
})

test('a place counts as what lies behind its symbolic links, and as what it is called', () => {
  const root = mkdtempSync(join(tmpdir(), 'places-'))
  const home = join(root, 'home')
  mkdirSync(join(home, '.ssh'), { recursive: true })
  writeFileSync(join(home, '.ssh/id_rsa'), '')
  symlinkSync(join(home, '.ssh'), join(home, 'link'))
  symlinkSync(join(home, '.ssh/id_rsa'), join(home, 'innocent'))
  symlinkSync('/tmp', join(home, '.bashrc'))
  const here = new Places({ homes: [home], own: [join(root, 'data')] })
  for (const path of ['~/innocent', '~/link/id_rsa', '~/link/new', `/proc/self/root${home}/.ssh/id_rsa`])
    expect(here.at(path).secret, path).not.toBeNull()
  expect(here.at('~/.bashrc').startsPrograms).not.toBeNull()
  expect(here.at('id_rsa', join(home, 'link')).secret).not.toBeNull()
})

test('a link to a file that is not there yet is that file, because writing to the link makes it', () => {
  const home = mkdtempSync(join(tmpdir(), 'places-'))
  mkdirSync(join(home, 'docs'))
  const link = (target: string, name: string) => symlinkSync(target, join(home, 'docs', name))
  link('../.bash_login', 'a.txt')
  link('a.txt', 'b.txt')
  link(join(home, '.config/autostart'), 'folder')
  link('../../elsewhere/new.txt', 'plain.txt')
  link('loop', 'loop')
  const here = new Places({ homes: [home], own: [join(home, 'data')] })
  for (const path of ['~/docs/a.txt', '~/docs/b.txt', '~/docs/folder/x.desktop'])
    expect(here.at(path).startsPrograms, path).not.toBeNull()
  for (const path of ['~/docs/plain.txt', '~/docs/loop'])
    expect(here.at(path), path).toMatchObject({ startsPrograms: null, secret: null, own: null })
})

test('a file that has another name may be what that name says, unless it is found', () => {
  const home = mkdtempSync(join(tmpdir(), 'places-'))
  for (const folder of ['.config/systemd/user', 'docs']) mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['.config/systemd/user/a.service', 'docs/b.txt', 'docs/c.txt'])
    writeFileSync(join(home, file), '')
  linkSync(join(home, '.config/systemd/user/a.service'), join(home, 'docs/a.txt'))
  linkSync(join(home, 'docs/b.txt'), join(home, 'docs/copy of b.txt'))
  const here = new Places({ homes: [home], own: [] })
  expect(here.at('~/docs/a.txt')).toMatchObject({ startsPrograms: expect.any(String), secret: null })
  for (const name of ['b.txt', 'copy of b.txt', 'c.txt'])
    expect(here.at(`~/docs/${name}`), name).toMatchObject({ startsPrograms: null, secret: null })
})

test('whatever a path is, the answer has its kind and it never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (path, cwd) => {
      expect(typeof places.at(path, cwd).path).toBe('string')
    }),
  )
})

test.each(
  `App.csproj Directory.Build.props x.targets Cargo.toml flake.nix default.nix composer.json deno.json mix.exs build.sbt project.clj Tiltfile
  Snakefile Makefile.am app.pro x.gemspec Podfile Fastfile bitbucket-pipelines.yml azure-pipelines.yml mise.toml gulpfile.js Gruntfile.js
  tasks.py fabfile.py conanfile.py xmake.lua CMakePresets.json a.cmake MODULE.bazel x.bzl build.ninja Package.swift compose.override.yaml
  docker-compose.override.yml Dockerfile.dev dune turbo.json manage.py docs/conf.py mkdocs.yml pytest.ini bunfig.toml Pipfile
  requirements-dev.txt package-lock.json uv.lock pnpm-workspace.yaml go.mod gradle/wrapper/gradle-wrapper.properties mcp.json AGENTS.md`.split(
    /\s+/,
  ),
)('a tool for building carries out %s', (name) => {
  expect(places.at(`~/project/${name}`).built).not.toBeNull()
})

test.each([
  '~/R/x86_64-pc-linux-gnu-library/4.2/x/R/x',
  '~/perl5/lib/perl5/strict.pm',
  '~/texmf/web2c/texmf.cnf',
  '~/project/Session.vim',
  '~/project/latexmkrc',
  '~/project/startup.m',
  '~/project/ansible.cfg',
  'D:\\autorun.inf',
  'HKCU\\Software\\Classes\\ms-settings\\shell\\open\\command',
  'HKCU:\\Environment',
  'HKLM\\SYSTEM\\CurrentControlSet\\Services\\x',
  'C:\\Users\\ada\\AppData\\Roaming\\Microsoft\\Word\\STARTUP\\x.dotm',
  'C:\\Users\\ada\\AppData\\Roaming\\Microsoft\\Templates\\Normal.dotm',
  'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\settings.json',
  'C:\\Users\\ada\\.vimrc',
  '/Users/ada/Library/Preferences/loginwindow.plist',
  '/Users/ada/Library/Application Scripts/x/x.scpt',
  '/Users/ada/Library/Screen Savers/x.saver',
  '/Users/ada/Library/Application Support/iTerm2/Scripts/AutoLaunch/x.py',
])('programs start from %s', (path) => {
  expect(places.at(path).startsPrograms).not.toBeNull()
})

test.each([
  '/Users/ada/Library/Messages/chat.db',
  '/Users/bob/Library/Safari/History.db',
  'C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\User Data\\Default\\History',
])('%s is a secret', (path) => {
  expect(places.at(path).secret).not.toBeNull()
})

test.each([
  '~/Library/novel.txt',
  '~/Documents/Makefile notes.txt',
  '~/Pictures/R/a.png',
  '~/Documents/project.md',
  '~/Documents/config.py.txt',
])('%s is an ordinary place', (path) => {
  expect(places.at(path)).toMatchObject({ startsPrograms: null, built: null, secret: null })
})

describe('on Windows', () => {
  const own = 'C:\\Users\\ada\\AppData\\Roaming\\Deskhand'
  const at = (path: string) => new Places({ homes: ['C:\\Users\\Ada'], own: [own] }).at(path)

  test.each([
    'C:\\Users\\ada\\AppData\\Local\\Temp\\a.txt',
    'C:\\Users\\ada\\Documents\\a.txt',
    'c:\\users\\ADA\\Documents\\a.txt',
    'C:\\Users\\Public\\Documents\\a.txt',
    'D:\\work\\a.txt',
  ])('%s is an ordinary place', (path) => {
    expect(at(path)).toMatchObject({ own: null, startsPrograms: null, built: null, secret: null })
  })

  test.each([
    ['C:\\Users\\ada\\.ssh\\config', 'what lets others log in'],
    ['C:\\Users\\ADA\\.gitconfig', 'a configuration that runs programs'],
    ['C:\\work\\.git\\hooks\\pre-commit', 'a hook or setting of a repository, which runs programs'],
    ['C:\\Users\\bob\\.vimrc', 'a hidden file, which programs read as a setting'],
    ['D:\\work\\node_modules\\x\\index.js', 'a folder of programs or libraries'],
  ])('programs start from %s', (path, what) => {
    expect(at(path).startsPrograms).toBe(what)
  })

  test.each([
    'C:\\Users\\ada\\.ssh\\id_rsa',
    'C:\\Users\\ada\\.aws\\credentials',
    'C:\\Users\\ada\\.unknown\\a',
    'C:\\Users\\bob\\Documents\\a.txt',
    'C:\\work\\.env',
  ])('%s is a secret', (path) => {
    expect(at(path).secret).not.toBeNull()
  })

  test('Deskhand knows its own files', () => {
    expect(at('C:\\Users\\ada\\appdata\\Roaming\\Deskhand\\x.json').own).toBe('a folder of Deskhand itself')
  })
})
