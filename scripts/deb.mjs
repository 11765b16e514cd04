// Makes the deb of the unpacked app with Debian's own tools, as electron-builder.yml says it:
//   node scripts/deb.mjs out/dist/linux-unpacked out/dist
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const DEBIAN_NAMES = { x64: 'amd64', arm64: 'arm64' }
const [unpacked, target = join(root, 'out/dist'), arch = process.arch] = process.argv.slice(2)
if (!unpacked || !DEBIAN_NAMES[arch]) {
  process.stderr.write('node scripts/deb.mjs UNPACKED [FOLDER] [x64|arm64]\n')
  process.exit(2)
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { productName, linux, deb } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))
const name = linux.executableName
const at = mkdtempSync(join(tmpdir(), 'deskhand-deb-'))
const place = (path, content) => {
  mkdirSync(join(at, path, '..'), { recursive: true })
  writeFileSync(join(at, path), content)
}
/** The scripts have the places of electron-builder's templates. */
const script = (path) =>
  readFileSync(join(root, path), 'utf8')
    .replaceAll('${sanitizedProductName}', productName)
    .replaceAll('${executable}', name)

try {
  cpSync(unpacked, join(at, 'opt', productName), { recursive: true, verbatimSymlinks: true })
  for (const icon of readdirSync(join(root, linux.icon)).filter((file) => /^\d+x\d+\.png$/.test(file))) {
    const folder = `usr/share/icons/hicolor/${icon.slice(0, -4)}/apps`
    mkdirSync(join(at, folder), { recursive: true })
    cpSync(join(root, linux.icon, icon), join(at, folder, `${name}.png`))
  }
  const entry = {
    Type: 'Application',
    Exec: `/opt/${productName}/${name} %U`,
    Terminal: 'false',
    Icon: name,
    Categories: `${linux.category};`,
    ...linux.desktop.entry,
  }
  const lines = Object.entries(entry).map(([key, value]) => `${key}=${value}`)
  place(`usr/share/applications/${name}.desktop`, `[Desktop Entry]\n${lines.join('\n')}\n`)
  place(`usr/share/doc/${name}/copyright`, readFileSync(join(root, 'LICENSE')))
  place('DEBIAN/postinst', script(deb.afterInstall))
  place('DEBIAN/postrm', script(deb.afterRemove))
  const control = {
    Package: name,
    Version: version,
    Architecture: DEBIAN_NAMES[arch],
    Maintainer: linux.maintainer,
    'Installed-Size': Math.ceil(sizeOf(join(at, 'opt')) / 1024),
    Depends: deb.depends.join(', '),
    Recommends: deb.recommends.join(', '),
    Section: deb.packageCategory,
    Priority: 'optional',
    Description: `${linux.synopsis}\n ${linux.description}`,
  }
  place(
    'DEBIAN/control',
    `${Object.entries(control)
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n')}\n`,
  )
  run('chmod', ['-R', 'u=rwX,go=rX', at])
  run('chmod', ['755', join(at, 'DEBIAN/postinst'), join(at, 'DEBIAN/postrm')])
  mkdirSync(target, { recursive: true })
  const file = join(target, `${productName}-${version}-linux-${DEBIAN_NAMES[arch]}.deb`)
  run('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', at, file])
  process.stdout.write(`${file}\n`)
} finally {
  rmSync(at, { recursive: true, force: true })
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  process.stderr.write(`${program} failed${error ? `: ${error.message}` : '.'}\n`)
  process.exit(1)
}
