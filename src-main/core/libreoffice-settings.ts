// Writes settings of LibreOffice as its profile has them: registrymodifications.xcu.

/** Its `path` begins below `/org.openoffice.`, as `Office.Common/Misc`. */
export type LibreOfficeSetting = readonly [path: string, name: string, value: string]

export const libreOfficeSettings = (settings: readonly LibreOfficeSetting[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`
