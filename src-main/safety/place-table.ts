// Lists places in a table: which paths start programs, which hold secrets, and which hidden ones are known to be harmless. There
// is one table for all systems: a row of another system never matches here.

export interface PlaceRow {
  /** `built`: what tools for building software carry out; whoever names such a file in a request wants it written. */
  kind: 'starts programs' | 'secret' | 'ordinary' | 'built'
  /** `home`: the pattern applies to the path below a home folder; `anywhere`: to the whole path. */
  in: 'home' | 'anywhere'
  pattern: RegExp
  /** Describes the content in words that end a sentence. */
  what: string
}

/** Paths whose content is a secret, in any person's home. */
export const SECRETS =
  /(^|\/)(\.ssh|\.gnupg|\.aws|\.kube|\.docker|\.password-store|keyrings|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.mozilla|\.thunderbird|\.config\/(gh|rclone|chromium|google-chrome)|hosts\.yml|keys\.yaml|\.git-credentials|g?shadow-?|credentials(\.\w+)?|\.env(\.\w+)?|id_(rsa|dsa|ecdsa|ed25519)|Login Data|Cookies|logins\.json|key[34]\.db|environ)(\/|$)|\.(pem|key|p12|pfx|kdbx)$|_history$/i

/** Hidden folders of a home that hold the data of all programs. */
export const BRANCHES: readonly string[] = [
  '.config',
  '.local',
  '.local/share',
  '.local/state',
  '.cache',
  '.var',
  '.var/app',
]

/** Names of Deskhand's own files, for a dialog that does not show its folder. */
export const OWN_FILES: ReadonlySet<string> = new Set([
  'rules.json',
  'mcp-tools.json',
  'keys.yaml',
  'memory.db',
  'rules.key',
])

/** Names of hooks of Git, for a dialog that does not show its folder. */
export const HOOKS =
  /^(?:(?:pre|post)-(?:commit|push|checkout|merge|merge-commit|rebase|rewrite|receive|applypatch|auto-gc|update)|(?:prepare-)?commit-msg|applypatch-msg|fsmonitor-watchman|reference-transaction|push-to-checkout|sendemail-validate)$/

/** What a project brings along to be run. A command that names it uses it. */
export const PROGRAMS_OF_PROJECT = 'a folder of programs or libraries'

/** A hidden name among those of a path. */
export const HIDDEN = /(^|\/)\.(?!\.?(\/|$))/

/** Folders in which the system's own packages put programs and desktop entries. */
const OF_THE_SYSTEM =
  /^\/(usr|bin|sbin|lib\w*|opt|snap|var\/lib\/(flatpak|snapd)|System|Applications|Program Files)\//
export const isOfSystem = (path: string): boolean => OF_THE_SYSTEM.test(path)

const starts = (where: PlaceRow['in'], what: string, pattern: RegExp): PlaceRow => ({
  kind: 'starts programs',
  in: where,
  pattern,
  what,
})
const secret = (where: PlaceRow['in'], what: string, pattern: RegExp): PlaceRow => ({
  kind: 'secret',
  in: where,
  pattern,
  what,
})
const ordinary = (pattern: RegExp, where: PlaceRow['in'] = 'home'): PlaceRow => ({
  kind: 'ordinary',
  in: where,
  pattern,
  what: '',
})

export const PLACE_ROWS: readonly PlaceRow[] = [
  // These places start programs, on Linux and wherever else the same programs run.
  starts('home', 'a start-up file of the shell', /^\.(bash(rc|_profile|_login|_logout|_aliases|_completion)|profile|inputrc|z(shrc|shenv|profile|login|logout)|kshrc|mkshrc|[ct]?cshrc|login|logout|config\/(fish|zsh|powershell|nushell|elvish)(\/.*)?|oh-my-(zsh|bash)(\/.*)?|bash_completion\.d(\/.*)?|bashrc\.d(\/.*)?)$/),
  starts('home', 'a file that is read when the session starts', /^\.(xinitrc|xserverrc|xsession(rc)?|xprofile|Xresources|Xdefaults|pam_environment|dmrc|config\/(user-dirs\.dirs|dconf|autostart|autostart-scripts|environment\.d|plasma-workspace|upstart|X11)(\/.*)?)$/),
  starts('home', 'a menu entry or file type', /^\.(local\/share\/(applications|desktop-directories|mime|kservices5|kio|xfce4\/helpers)(\/.*)?|config\/(menus(\/.*)?|mimeapps\.list|.*-mimeapps\.list|xfce4\/helpers\.rc)|mailcap|mime\.types)$/),
  starts('home', 'a service of the system', /^\.(config\/systemd|local\/share\/(systemd|dbus-1))(\/.*)?$/),
  starts('home', 'a folder of programs', /^(bin|\.local\/(bin|lib)|\.cargo\/(bin|config(\.toml)?|env)|go\/bin|\.npm-global|\.yarn\/bin|\.deno\/bin|\.bun\/bin|\.pyenv|\.nvm|\.rbenv|\.sdkman|\.dotnet\/tools|Applications)(\/.*)?$/),
  starts('home', 'what lets others log in', /^\.(ssh\/(authorized_keys2?|rc|config|environment)|rhosts|shosts|k5login)$/),
  starts('home', 'a configuration that runs programs', /^\.(vimrc|gvimrc|exrc|nanorc|emacs(\.el)?|gitconfig|hgrc|screenrc|tmux\.conf|npmrc|yarnrc(\.yml)?|pythonrc(\.py)?|pypirc|irbrc|gemrc|perltidyrc|gdbinit|lldbinit|lessfilter|lesskey|wgetrc|curlrc|sqliterc|psqlrc|my\.cnf|Rprofile|juliarc\.jl|ackrc|vim(\/.*)?|emacs\.d(\/.*)?|config\/(git|nvim|vim|emacs|tmux|nano|pip|micro|helix|ranger|mc|mpv|direnv|kitty|alacritty|sublime-text[^/]*|Code[^/]*|VSCodium|Cursor|geany|kate[^/]*|gedit)(\/.*)?)$/),
  starts('home', 'a plug-in or script of an application', /^\.(vscode[^/]*(\/.*)?|cursor(\/.*)?|mozilla(\/.*)?|thunderbird(\/.*)?|config\/(chromium|google-chrome[^/]*|BraveSoftware|microsoft-edge[^/]*|vivaldi|opera|libreoffice|openoffice|GIMP|inkscape|blender|Thunar|nemo|caja|nautilus|openbox|i3|sway|hypr|awesome|bspwm|sxhkd|fluxbox|xfce4|kglobalshortcutsrc|khotkeysrc|polybar|waybar|dunst|obs-studio|gtk-[0-9.]+)(\/.*)?|fluxbox(\/.*)?|icewm(\/.*)?|fvwm2?(\/.*)?|e\/.*|gimp-[^/]*(\/.*)?|gnome2\/nautilus-scripts(\/.*)?|local\/share\/(nautilus|nemo|caja|file-manager|gnome-shell|cinnamon|plasma|kwin|gedit|blender|kxmlgui5)(\/.*)?)$/),
  starts('anywhere', 'a hook or setting of a repository, which runs programs', /(^|\/)\.git(\/(.*\/)?(hooks(\/.*)?|config(\.worktree)?|attributes|commondir))?$|(^|\/)[^/]+\.git\/(hooks\/.*|config)$|(^|\/)\.gitmodules$|(^|\/)(\.husky|\.githooks)(\/.*)?$/),
  starts('anywhere', 'a setting of a project that runs programs', /(^|\/)(\.envrc|\.vscode\/(tasks|launch|settings)\.json|\.idea\/.*|\.direnv\/.*|sitecustomize\.py|usercustomize\.py|conftest\.py|[^/]*\.pth|[^/]*\.code-workspace|Rprofile\.site|Session\.vim|latexmkrc|startup\.m|ansible\.cfg|_(g?vimrc|netrc|emacs)|autorun(\.(sh|inf))?|autoexec\.bat)$/i),
  starts('home', 'a folder of programs or libraries', /^(R\/[^/]+-library|perl5|texmf|node_modules)(\/.*)?$/),
  starts('anywhere', PROGRAMS_OF_PROJECT, /(^|\/)(s?bin\/[^/]+|(node_modules|site-packages|dist-packages|__pycache__)\/.+)$/),
  { kind: 'built', in: 'anywhere', what: 'a file that a build carries out', pattern: /(^|\/)((GNU)?[Mm]akefile|[^/]+\.mk|package\.json|setup\.(py|cfg)|pyproject\.toml|CMakeLists\.txt|(build|settings)\.gradle(\.kts)?|gradlew|pom\.xml|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|Gemfile|Jenkinsfile|Dockerfile|Containerfile|(docker-)?compose\.ya?ml|Vagrantfile|Procfile|tox\.ini|noxfile\.py|SCons(truct|cript)|meson\.build|BUILD(\.bazel)?|WORKSPACE|build\.(rs|xml|zig)|configure(\.ac)?|wscript|lefthook\.ya?ml|([Mm]akefile|Dockerfile|Containerfile|(docker-)?compose)\.[\w.-]+|BSDmakefile|Cargo\.toml|(flake|default|shell)\.nix|composer\.json|deno\.jsonc?|mix\.exs|[^/]+\.(sbt|gemspec|podspec|bzl|cmake|ninja|pro|pri|targets|props|(cs|fs|vb|vcx|js|sql|py|es|cc)proj)|project\.clj|Tiltfile|Earthfile|Snakefile|Podfile|Fastfile|Brewfile|Package\.swift|(bitbucket|azure)-pipelines\.ya?ml|cloudbuild\.ya?ml|appveyor\.ya?ml|mise\.toml|devbox\.json|([Gg]ulp|[Gg]runt)file\.[cm]?[jt]s|karma\.conf\.[cm]?[jt]s|(tasks|fabfile|conanfile|dodo|manage|conf)\.py|xmake\.lua|premake\d\.lua|CMake(User)?Presets\.json|MODULE\.bazel|BUCK|dune|(turbo|nx|lerna|vercel)\.json|(wrangler|netlify)\.toml|mkdocs\.ya?ml|_config\.yml|pytest\.ini|bunfig\.toml|Pipfile|requirements[^/]*\.txt|(package-lock|npm-shrinkwrap)\.json|(yarn|uv|poetry|Cargo)\.lock|pnpm-(workspace|lock)\.yaml|go\.mod|gradle-wrapper\.properties|\.?mcp\.json|(AGENTS|CLAUDE|GEMINI)\.md|[^/]+\.config\.[cm]?[jt]s|\.github\/workflows\/[^/]+|\.gitlab-ci\.yml|\.travis\.yml|\.pre-commit-config\.yaml)$/ },
  starts('anywhere', 'an entry that starts a program', /\.(desktop|service|timer|socket|path|lnk|url|webloc|command|workflow|scpt|reg|scf|inf|msc)$/i),
  starts('anywhere', 'a folder of the system', /^\/(etc|usr|lib(32|64|x32)?|bin|sbin|boot|opt|srv|sys|proc|nix|snap|run(?!\/(media|user\/\d+\/(gvfs|doc|kio-fuse\S*))(\/|$))|dev(?!\/(null$|shm\/))|var\/(spool\/(cron|at|anacron)|lib|www))(\/.*)?$/),
  // These are places of Windows and macOS.
  starts('anywhere', 'a place that Windows starts programs from', /[\\/](Start Menu[\\/]Programs([\\/]Startup)?|Microsoft[\\/]Windows[\\/]SendTo|WindowsPowerShell|PowerShell[\\/].*profile\.ps1|System32[\\/]Tasks)([\\/].*)?$|[\\/](Word[\\/]STARTUP|Excel[\\/]XLSTART|Microsoft[\\/](AddIns|Templates))([\\/].*)?$/i),
  starts('anywhere', 'the registry of Windows', /^(HK(CU|LM|CR|U|CC)|HKEY_\w+|Registry::.*)[\\/:]|(^|[\\/])NTUSER\.DAT/i),
  starts('anywhere', 'settings of a program', /(^|[\\/])AppData[\\/](Roaming|LocalLow|Local(?![\\/]Temp([\\/]|$)))[\\/]/i),
  starts('anywhere', 'a folder of the system', /^[A-Z]:[\\/](Windows|Program Files( \(x86\))?|ProgramData)([\\/].*)?$/i),
  starts('anywhere', 'a place that macOS starts programs from', /(^|\/)Library\/(LaunchAgents|LaunchDaemons|StartupItems|Services|Scripts|QuickLook|Spotlight|Internet Plug-Ins|Application (Support|Scripts)|Preferences|PreferencePanes|Screen Savers|Input Methods|Keyboard Layouts|ColorPickers|Workflows|Automator|Audio\/Plug-Ins|Mail\/Bundles|Safari\/Extensions|(Group )?Containers|Python|Developer)(\/.*)?$|^\/(System|Applications|private\/etc|usr|Library)(\/.*)?$/),
  // These paths hold secrets.
  secret('home', 'keys and their settings', /^\.(ssh|gnupg|pki|putty|sigstore|age|step|keybase)(\/.*)?$/),
  secret('home', 'access to a cloud or service', /^\.(aws|azure|kube|docker|oci|bluemix|config\/(gcloud|gh|hub|glab-cli|rclone|doctl|op|Bitwarden[^/]*|1Password|KeePass[^/]*|Signal|Slack|discord|Element|evolution|goa-1\.0)|terraform\.d|terraformrc|vault-token|netrc|git-credentials|npmrc|pypirc|pgpass|my\.cnf|m2|gradle|claude[^/]*|codex|gemini|openai|anthropic|boto|s3cfg|databricks[^/]*|huggingface|cache\/huggingface\/token)(\/.*)?$/),
  secret('home', 'passwords', /^\.(password-store|local\/share\/(keyrings|kwalletd|gopass))(\/.*)?$/),
  secret('home', 'data of a browser or mail program', /^\.(mozilla|thunderbird|config\/(chromium|google-chrome[^/]*|BraveSoftware|microsoft-edge[^/]*|vivaldi|opera)|cache\/(chromium|mozilla|google-chrome[^/]*)|local\/share\/(evolution|geary|epiphany))(\/.*)?$/),
  secret('home', 'a wallet', /^\.(bitcoin|ethereum|electrum|monero|litecoin|dogecoin|solana|config\/(solana|Exodus|Ledger Live))(\/.*)?$/),
  secret('home', 'passwords', /^(Library\/Keychains|AppData\/(Local|Roaming)\/Microsoft\/(Credentials|Protect|Vault|Crypto))(\/.*)?$/),
  secret('anywhere', 'data of a browser, messages or mail', /(^|[\\/])(Library\/(Cookies|Messages|Mail|Safari|Application Support\/(Google\/Chrome|Firefox|BraveSoftware|Microsoft Edge|Thunderbird|AddressBook|com\.apple\.TCC|Slack|Signal))|AppData[\\/](Local|Roaming)[\\/](Google[\\/]Chrome|Chromium|Mozilla|BraveSoftware|Microsoft[\\/](Edge|Outlook)|Thunderbird|Opera Software|Slack|Signal|Bitwarden|1Password))([\\/].*)?$/i),
  secret('anywhere', 'keys, passwords or data of a browser', SECRETS),
  secret('anywhere', 'a key or password file', /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)[^/]*|[^/]*\.(pem|key|p12|pfx|kdbx?|jks|keystore|ppk|asc|gpg|ovpn|wallet|p8|psafe3|1pif|1pux|agilekeychain|opvault|enpassdb|keychain(-db)?|tfstate(\.backup)?|tfvars)|kubeconfig|wallet\.json|(.*[-_])?service[-_]?account[^/]*\.json|client_secret[^/]*\.json|\.env(\.[^/]*)?|\.?credentials(\.[^/]*)?|cookies\.sqlite|wallet\.dat|htpasswd|\.htpasswd|secrets?(\.[^/]*)?|msal_token_cache[^/]*|application_default_credentials\.json|auth\.json)$/i),
  secret('anywhere', 'a list of passwords', /(^|\/)[^/]*(passwords?|passwort|passw[öo]rter|kennw[oö]rte?r?|contrase[ñn]as?|mots? de passe|passcodes?|seed[ _-]?phrase|bitwarden_export|(api|access|recovery)[ _-]?keys?|recovery[ _-]?(codes?|phrase)|backup[ _-]?codes|private[ _-]?keys?|密码|助记词)[^/]*\.(txt|md|csv|tsv|json|xml|html?|rtf|docx?|odt|xlsx?|ods|1pux|bak)$/i),
  secret('anywhere', 'a list of passwords', /(^|[/ _-])(keys|tokens?|mnemonic|seed|2fa|totp)(s?[ _-]?(backup|export|codes?))?\.(txt|md)$/i),
  secret('anywhere', 'mail of a person', /^\/var\/(spool\/)?mail\//),
  secret('anywhere', 'what other programs hold in memory', /^\/proc\/(\d+|self|thread-self)\/(environ|mem|maps|fd|cmdline|task|cwd|root)(\/.*)?$|^\/dev\/(mem|kmem|sd|nvme|input)/),
  // These hidden paths of the home start no programs and hold no secrets.
  ordinary(/^\.(themes|icons|fonts|face|hushlogin|local|config|cache)$/),
  ordinary(/^\.local\/share$/),
  ordinary(/^\.(themes|icons|fonts|cache\/thumbnails|cache\/fontconfig|local\/share\/(Trash|fonts|icons|themes|backgrounds|recently-used\.xbel|user-places\.xbel)|config\/(user-dirs\.(dirs|locale)|monitors\.xml|fontconfig|galculator|mousepad|dconf))(\/.*)?$/),
  // These hidden files of projects and shared folders are lists and marks, which nothing carries out.
  ordinary(/(^|\/)\.(git(ignore|keep|attributes)|(npm|docker|prettier|eslint|stylelint|rg|fd)?ignore|keep|nojekyll|editorconfig|nomedia|hidden|directory|DS_Store|localized|Trash(-\d+)?(\/.*)?|~lock\..*)$/, 'anywhere'),
] // prettier-ignore
