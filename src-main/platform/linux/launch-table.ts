// Lists what programs need to be started with. Some run once per person: without a profile of its own on a virtual desktop, such
// a program opens its window where it runs already (measured: LibreOffice, Chromium). Others need a switch to show controls.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { libreOfficeSettings } from '../../core/libreoffice-settings.ts'
import { isRoot, SHOWS_PAGE } from './launch-environment.ts'

interface Rule {
  programs: RegExp
  /** Gives the arguments that go before the others. `profile` is null on the host desktop, where the person's own is used. */
  args(profile: string | null): string[]
  /** Files of a fresh profile. */
  files?: Record<string, string>
}

/** Switches off the tip of the day and the “what is new” window, which would cover the document. */
const LIBREOFFICE_SETTINGS = libreOfficeSettings([
  ['Office.Common/Misc', 'ShowTipOfTheDay', 'false'],
  ['Office.Common/Misc', 'FirstRun', 'false'],
  ['Setup/Office', 'ooSetupInstCompleted', 'true'],
  ['Setup/Product', 'ooSetupLastVersion', '99.0'],
  ['Setup/Product', 'LastTimeGetInvolvedShown', '4000000000'],
  ['Setup/Product', 'LastTimeDonateShown', '4000000000'],
])

const FIREFOX_SETTINGS = `user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`

const RULES: Rule[] = [
  {
    programs:
      /^(soffice|soffice\.bin|libreoffice\d*(\.\d+)*|localc|lowriter|loimpress|lodraw|lobase|lomath)$/,
    args: (profile) =>
      profile === null
        ? []
        : [`-env:UserInstallation=file://${encodeURI(profile)}`, '--norestore', '--nologo'],
    files: { 'user/registrymodifications.xcu': LIBREOFFICE_SETTINGS },
  },
  {
    programs:
      /^(chromium(-browser)?|google-chrome(-\w+)?|chrome|brave(-browser)?|microsoft-edge(-\w+)?|vivaldi(-\w+)?|opera)$/,
    args: (profile) => [
      SHOWS_PAGE,
      ...(profile === null
        ? []
        : [
            `--user-data-dir=${profile}`,
            '--no-first-run',
            '--no-default-browser-check',
            '--password-store=basic',
            '--disable-gpu',
            '--disable-background-networking',
            '--disable-component-update',
          ]),
      // Chromium's sandbox refuses to run as root; `--test-type` hides the warning about the missing sandbox.
      ...(isRoot() ? ['--no-sandbox', '--test-type'] : []),
    ],
  },
  {
    programs: /^(firefox(-esr)?|librewolf|thunderbird)$/,
    args: (profile) => (profile === null ? [] : ['--profile', profile, '--no-remote']),
    files: { 'user.js': FIREFOX_SETTINGS },
  },
  {
    programs:
      /^(code|code-oss|codium|slack|discord|obsidian|signal-desktop|element-desktop|teams-for-linux)$/,
    args: (profile) => [SHOWS_PAGE, ...(profile === null ? [] : [`--user-data-dir=${profile}`])],
  },
]

/**
 * Gives the arguments that a program needs on this desktop, and makes a fresh profile when there is none. `profiles` is the folder of the
 * virtual desktop's own profiles, null on the host desktop.
 */
export async function argumentsFor(program: string, profiles: string | null): Promise<string[]> {
  const rule = RULES.find(({ programs }) => programs.test(program))
  if (!rule) return []
  if (profiles === null) return rule.args(null)
  const profile = join(profiles, rule === RULES[0] ? 'libreoffice' : program)
  await mkdir(profile, { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(rule.files ?? {})) {
    const path = join(profile, name)
    await mkdir(join(path, '..'), { recursive: true })
    // `wx` keeps a file that the application has written in the meantime.
    await writeFile(path, content, { flag: 'wx' }).catch(() => {})
  }
  return rule.args(profile)
}
