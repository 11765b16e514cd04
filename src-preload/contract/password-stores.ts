// Names the applications in which Deskhand never acts unless a person changes it.

/**
 * The applications that hold a person's passwords and keys, by process names (which `/proc` and drivers give without `.exe`).
 * Names that are everyday words, as of GNOME Secrets, are left out: they would refuse harmless files and commands of that name.
 */
export const PASSWORD_STORES = [
  '1password', '1password-bin', 'bitwarden', 'bitwarden-desktop', 'buttercup', 'dashlane', 'enpass', 'gcr-prompter',
  'gcr-viewer', 'gnome-keyring-daemon', 'keepass', 'keepass2', 'keepassx', 'keepassxc', 'Keychain Access', 'keyguard',
  'kwalletd5', 'kwalletd6', 'kwalletmanager', 'kwalletmanager5', 'lastpass', 'macpass', 'nordpass', 'pinentry',
  'pinentry-gnome3', 'pinentry-gtk-2', 'pinentry-qt', 'proton-pass', 'Proton Pass', 'pwsafe', 'qtpass', 'roboform',
  'seahorse', 'strongbox',
] // prettier-ignore
