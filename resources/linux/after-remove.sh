#!/bin/bash
# After the package is removed: nothing of it stays on the path or in the kernel.
update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/bin/${executable}' || true
if [ -L '/usr/bin/${executable}' ] && [ ! -e '/usr/bin/${executable}' ]; then rm -f '/usr/bin/${executable}'; fi
if [ -f '/etc/apparmor.d/${executable}' ]; then
  if ! { [ -x /usr/bin/ischroot ] && ischroot; } && hash apparmor_parser 2>/dev/null; then
    apparmor_parser --remove '/etc/apparmor.d/${executable}' || true
  fi
  rm -f '/etc/apparmor.d/${executable}'
fi
