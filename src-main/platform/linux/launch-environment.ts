// Told to every program that Deskhand starts: it shall show its controls.

/** Chromium shows its page only with ACCESSIBILITY_ENABLED (or a switch that stays set for the whole account). */
export const ACCESSIBILITY: Record<string, string> = {
  ACCESSIBILITY_ENABLED: '1',
  GNOME_ACCESSIBILITY: '1',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
}
