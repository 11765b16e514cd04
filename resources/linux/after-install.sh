#!/bin/bash
# After the package is installed: the command on the path, Chromium's sandbox, the menu. As electron-builder's own, but for the command.
set -e
folder='/opt/${sanitizedProductName}'

update-alternatives --install '/usr/bin/${executable}' '${executable}' "$folder/bin/${executable}" 100 ||
  ln -sf "$folder/bin/${executable}" '/usr/bin/${executable}'

# Without user namespaces the sandbox needs its program of root's.
if [ -f "$folder/chrome-sandbox" ]; then
  if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
    chmod 0755 "$folder/chrome-sandbox"
  else
    chmod 4755 "$folder/chrome-sandbox"
  fi
fi

# Ubuntu 24 and later lets no program have user namespaces without a profile.
profile="$folder/resources/apparmor-profile"
if [ -f "$profile" ] && apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  if ! { [ -x /usr/bin/ischroot ] && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}'
  fi
fi

if hash update-desktop-database 2>/dev/null; then
  update-desktop-database /usr/share/applications || true
fi
