// gnome-nettool putty Programs that talk to others: their dialogs and settings, without a network.
import { nothingCalled, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

export const NETWORK: readonly Row[] = [
  {
    title: 'pidgin: an account is begun',
    program: 'pidgin',
    command: 'open pidgin, click "Add...", set "Username" to "ada"',
    oracle: shows(/\bada\b/),
  },
  {
    title: 'filezilla: a dialog is opened and closed again',
    program: 'filezilla',
    command: 'open filezilla, click OK, choose Edit > Settings...',
    oracle: windowCalled(/Settings/),
  },
  {
    title: 'hexchat: is started with its dialogs',
    program: 'hexchat',
    command: 'open hexchat',
    // It refuses to work for root, and says so.
    ...(process.getuid?.() === 0
      ? { told: /Running IRC as root/, oracle: nothingCalled(/HexChat/) }
      : { oracle: windowCalled(/HexChat/) }),
  },
  {
    title: 'transmission-gtk: its preferences are changed',
    program: 'transmission-gtk',
    command:
      'open transmission-gtk, click "I Agree", choose Edit > Preferences, click Speed, turn on "Upload (kB/s)"',
    allows: ['send', 'change_setting'],
    oracle: shows(/check box\tUpload \(kB\/s\).*checked/),
  },
  {
    title: 'liferea: is started, and its preferences are shown',
    program: 'liferea',
    command: 'open liferea, choose Tools > Preferences',
    oracle: windowCalled(/Preferences/),
  },
  {
    title: 'filezilla: a setting is turned off',
    program: 'filezilla',
    command: 'open filezilla, click OK, choose View > Message log, choose View > Transfer queue',
    oracle: windowCalled(/FileZilla/),
  },
  {
    title: 'gnome-nettool: an address is typed',
    program: 'gnome-nettool',
    command: 'open gnome-nettool, click Ping, type "127.0.0.1" into "Network address"',
    oracle: shows(/127\.0\.0\.1/),
  },
  {
    title: 'putty: a host is typed',
    program: 'putty',
    command: 'open putty, type "example.org" into "Host Name (or IP address)"',
    oracle: shows(/example\.org/),
  },
  {
    title: 'gftp: a host is set',
    program: 'gftp-gtk',
    command: 'open gftp, set Host to "127.0.0.1"',
    oracle: shows(/127\.0\.0\.1/),
  },
]
