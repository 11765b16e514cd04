// Lists words on buttons and in menus, English and Chinese first. Harmful words add a category wherever they stand; harmless
// words only help an act whose role and place already speak for it.
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { fold } from '../matching/fold.ts'
import { labelPattern, type LabelPattern } from './label-pattern.ts'

/** Makes a pattern: Latin words match whole words, Chinese ones match anywhere. */
const words = (latin: string, chinese: string): LabelPattern =>
  labelPattern({ words: latin, anywhere: chinese.replaceAll(' ', '|') })

/** For each category, the words on an activating control that mean it. The first match names the rule; all count. */
export const HARMFUL_WORDS: [SafetyCategory, LabelPattern][] = [
  [
    'pay',
    words(
      'pay|payment|pay now|buy|buy now|purchase|check ?out|place (your )?order|order now|^order$|subscribe(?! me\\b| to our newsletter| to the newsletter)|donate|transfer|withdraw|deposit|bid|rent|book now|reserve|kaufen|bezahlen|(?<!newsletter )bestellen|payer|acheter|commander|pagar|comprar|acquista|paga|купить|оплатить',
      '支付 付款 付钱 购买 下单 结账 结算 订阅 转账 捐赠 充值 续费 买单 購買 付費',
    ),
  ],
  [
    'delete',
    words(
      'delete|remove|erase|trash|move to bin|recycle bin|discard|wipe|purge|shred|destroy|unlink|format (disk|drive|volume|partition)|factory reset|(?<!(?:is|are|if|when|while|seems|already) )empty(?! file| document)|clear (all|history|data|list|cache)|drop|deactivate|terminate|kill|revoke|unsubscribe|leave|l[öo]schen|entfernen|verwerfen|papierkorb|supprimer|effacer|eliminar|borrar|elimina|excluir|apagar|удалить|стереть|削除',
      '删除 移除 清空 抹掉 丢弃 销毁 格式化 回收站 注销 刪除',
    ),
  ],
  [
    'send',
    words(
      'subscribe me|subscribe to our newsletter|subscribe to the newsletter|newsletter (?:bestellen|abonnieren)|send|resend|submit|post|publish|share|reply|reply all|(?<!(?:jump|step|skip|seek|go|move|bring|fast|page|play) )forward|invite|post comment|add comment|tweet|retweet|email|e-mail|mail|dial|call|transmit|broadcast|deploy|sync|sign|accept|agree|confirm order|vote|report|stream|streaming|go live|live stream|remote (?:control|desktop|access|login|connections?)|(?:desktop|screen|file) sharing|allow (?:others?|other users?|remote|incoming)|senden|absenden|antworten|ver[öo]ffentlichen|teilen|envoyer|publier|partager|enviar|publicar|compartir|invia|pubblica|отправить|опубликовать|送信|投稿',
      '发送 发出 提交 发布 发表 分享 回复 转发 邀请 评论 投票 签署 同意 接受 呼叫 拨打 發送 送出',
    ),
  ],
  [
    'install',
    words(
      'install|uninstall|reinstall|update|upgrade|downgrade|update now|restart to update|add extension|add to chrome|enable extension|installieren|deinstallieren|aktualisieren|installer|désinstaller|instalar|desinstalar|installa|установить',
      '安装 卸载 更新 升级 安裝 重装',
    ),
  ],
  [
    'upload',
    words('upload|attach|attach file|hochladen|anhängen|téléverser|subir|carica|загрузить', '上传 附件 上傳'),
  ],
  [
    'run_command',
    words(
      'run|run as|execute|executing|executable|run command|launch script|launch anyway|open anyway|trust and launch|allow launching|run macro|macros? aktivieren|enable macros?|enable content|ausf[üu]hren|exécuter|ejecutar|esegui|выполнить',
      '运行 执行 執行 可执行 启用宏',
    ),
  ],
  [
    'overwrite',
    words(
      'overwrite|(?<!(?:&|and) [_&]?)replace|replace all|overschrijven|[üu]berschreiben|ersetzen|écraser|remplacer|sobrescribir|reemplazar|заменить|^extract$|extract (here|to|all|files|archive)|unpack|(hier )?entpacken|extraire (ici|vers)|extraer (aquí|en)',
      '解压 覆盖 替换 取代 置き換え 上書き',
    ),
  ],
  [
    'close_unsaved',
    words(
      "don'?t save|do not save|close without saving|without saving|log ?out|sign ?out|shut ?down|power off|reboot|restart|nicht speichern|ne pas enregistrer|no guardar",
      '不保存 关机 重启 退出登录 登出 不存储',
    ),
  ],
  [
    'change_setting',
    words(
      '(?:start|launch|open|run) (?:at|on|with) (?:log ?in|sign ?in|boot|start-?up|system start|windows|session)|auto-?start|(?:disable|turn off|skip|bypass|ignore) .*(?:safety|security|protection|firewall|verification|encryption|certificates?|antivirus|sandbox)|apply|make default|set as default|reset|restore defaults|[üu]bernehmen|zur[üu]cksetzen|appliquer|aplicar|applica',
      '应用 套用 重置 恢复默认 设为默认',
    ),
  ],
]

/** For each category, what a word of it sounds like, as the end of a sentence. */
export const MEANINGS: Partial<Record<SafetyCategory, string>> = {
  pay: 'paying or ordering',
  delete: 'deleting',
  send: 'sending something to others',
  install: 'installing or removing software',
  upload: 'uploading',
  run_command: 'running a program',
  overwrite: 'replacing what is there',
  close_unsaved: 'leaving without saving',
  change_setting: 'changing a setting',
}

/** Names of fields that hold a secret, also while it is shown. */
export const PASSWORD_NAME = labelPattern({
  words: 'pin|cvv|cvc|otp|2fa',
  anywhere: 'passw|passphrase|passcode|kennwort|secret|密码|口令|验证码|contraseña|mot de passe|пароль',
})

/** For each category, the words in a question's text, as opposed to buttons, that say what agreeing does. */
export const QUESTION_WORDS: [SafetyCategory, LabelPattern][] = [
  [
    'overwrite',
    labelPattern({
      words: 'replace|replaced|replacing',
      anywhere:
        'already exists|exists already|overwrit|existiert bereits|existe déjà|ya existe|已存在|覆盖|替换',
    }),
  ],
  [
    'delete',
    labelPattern({
      anywhere:
        "permanent|irrevers|cannot be undone|can'?t be undone|will be (lost|deleted|removed|erased)|be recovered|unwiderruflich|不可恢复|无法撤销|无法恢复|永久",
    }),
  ],
  [
    'close_unsaved',
    labelPattern({
      words: 'changes .{0,40}(lost|discarded)',
      anywhere: 'lose .{0,40}changes|unsaved|未保存',
    }),
  ],
]

/** Tells whether a question proposes this harm, in the words of buttons or of a message. */
export const harmInQuestion = (category: SafetyCategory, question: string): boolean =>
  [...HARMFUL_WORDS, ...QUESTION_WORDS].some(([each, words]) => each === category && words.test(question))

/** Verbs whose effect can be undone, or only changes what is shown. */
export const HARMLESS_NAMES = labelPattern({
  whole: `
   new|new (?:window|tab|document|file|folder)|open|open (?:file|folder|location|recent)|save|save as|save all|save a copy|undo|redo
   cut|copy|copy .+|paste|paste .+|cut display value|select|select .+|find|find next|find previous|find in page|search|go to|go to line
   next|previous|back|forward|up|down|home|reload|refresh|go back|go forward|stop|cancel|help|about|about .+|contents|details
   show|show .+|hide|hide .+|view|more|less|expand|collapse|expand all|collapse all|zoom|zoom .+|full ?screen|minimi[sz]e|maximi[sz]e|restore
   print preview|page setup|properties|preferences|settings|options|statistics|word count|spelling
   bold|italic|underline|strikethrough|align|align .+|left|center|right|justify|font|colou?r|size|style|wrap|word wrap|bullets|numbering
   indent|outdent|insert|insert .+|sort|sort .+|filter|group|ungroup|rename|sum|average|chart|column|sheet|tab
   browse|browse .+|choose|choose .+|filename|location|menu|menu ?button|open menu|(?:haupt)?menü(?: öffnen)?|anwendungsmenü|menu principal|(?:ouvrir le|abrir el) men[uú]|menú(?: principal)?|primary menu|main menu|hamburger menu|(?:open )?application menu|(?:current )?(?:folder|file|path|view|view options|sort|tab|window|page) menu|view options|mode|mode selection|basic|advanced|scientific
   play|pause|mute|skip|got it|not now|later|no thanks|dismiss|create folder|create new folder|up path|down path|parent directory
   list view|detail view|icon view|export|export as|export .+|convert|convert .+|to uppercase|to lowercase|increase .+|decrease .+|detach tab
   file|edit|document|tools|format|data|window|bookmarks|history|go
   new tab|jump to|side-?pane|function wizard|name box
   folder|parent folder|(?:empty|blank) (?:file|document)|duplicate|duplicate .+
   heading 1|heading 2|heading 3|heading 4|page break|columns?|headers? and footers?|track changes|freeze (?:rows|columns|rows and columns|panes)|autosum|merge cells
   merge and cent(?:er|re) cells|font colou?r|highlighting(?: colou?r)?|new slide|start slide ?show|start from (?:first|current) slide
   add comment|get messages|new message|compose|address ?book|quick filter|(?:next|previous) (?:unread|message|page|slide|track|chapter|song|image|result)
   archive|unarchive|mark (?:as|all as) (?:read|unread|important|unimportant)|mark all read|star|unstar|bookmark|add (?:to )?bookmarks?|add to favou?rites|pin|unpin
   scale .+|resize .+|crop .+|rotate .+|flip .+|create (?:new )?(?:folder|document|file|directory)|(?:f7 )?mkdir|(?:f7 )?(?:make|new|create) (?:folder|directory)
   新建|打开|保存|另存为|撤销|重做|剪切|复制|粘贴|全选|查找|搜索|下一个|上一个|下一步|上一步|返回|前进|刷新|取消|帮助|关于|显示.*|隐藏.*|放大|缩小
   全屏|最小化|最大化|加粗|斜体|下划线|插入.*|添加|排序|筛选|选择.*|浏览|(?:打开)?(?:主)?菜单|稍后|跳过|导出`,
})

/** Begins something new, which can be deleted again, but for what reaches somebody or opens a door. */
const BEGINS = /^new (?!(?:.+ )?(?:call|meeting|payment|order|transfer|key|user|account)s?$)/

/** Tells whether the whole name is harmless: `Save and send` is not. A text in brackets at the end is ignored. */
export function isHarmlessName(name: string): boolean {
  const folded = fold(name)
  const open = folded.endsWith(')')
    ? folded.lastIndexOf('(')
    : folded.endsWith(']')
      ? folded.lastIndexOf('[')
      : -1
  if (BEGINS.test(folded.replace(/(?:…|\.\.\.)$/, ''))) return true
  return HARMLESS_NAMES.test(folded) || (open > 0 && HARMLESS_NAMES.test(folded.slice(0, open)))
}

/** Words for leaving a dialog without doing what it proposes. */
export const LEAVING = labelPattern({
  whole:
    'cancel|abort|back|no|no,? thanks|no,? thank you|not now|later|maybe later|dismiss|skip|取消|返回|否|稍后|关闭|abbrechen|annuler|cancelar|annulla|отмена|キャンセル',
})
/** Words that refuse a site what it wants. */
export const DENYING = labelPattern({
  whole:
    'block|deny|never(?: allow)?|don.t allow|blockieren|nie zulassen|bloquer|refuser|bloquear|blocca|禁止|屏蔽|拒绝|不允许',
})
/** Words that agree to what a dialog proposes. */
export const AGREEING = labelPattern({
  whole:
    'ok|okay|yes|continue|proceed|allow|confirm|done|finish|确定|确认|是|好|继续|允许|完成|ja|oui|sí|weiter|continuer|да',
})
export const CLOSING = labelPattern({
  whole:
    'close|close (window|tab|file|document|all)|close the window|quit|quit .+|exit|关闭|退出|schließen|beenden|fermer|quitter|cerrar|salir|закрыть|выход',
})
/** Words for discarding the changes since the last save. */
export const RELOADING = labelPattern({ whole: 'reload|refresh|revert( .+)?|重新加载|刷新|还原' })
export const SAVING = labelPattern({
  whole: 'save|保存|speichern|enregistrer|guardar|salva|сохранить|存储',
})
/** Words for closing without the changes since the last save, in an application's own question about them. */
export const DISCARDING = labelPattern({
  words:
    "don'?t save|do not save|without saving|discard|leave|nicht speichern|ohne (zu )?speichern|verwerfen|ne pas enregistrer|sans enregistrer|abandonner|no guardar|sin guardar|descartar",
  anywhere: '不保存|不存储|放弃|丢弃',
})
/** Words for keeping a file format that is not the application's own. They lose nothing beyond what was asked for. */
export const KEEPING_FORMAT = labelPattern({
  whole:
    'keep|keep current format|keep .* format|use .+ format|保留当前格式.*|保持当前格式.*|使用.*格式.*|.+[- ]format (verwenden|beibehalten)|utiliser le format .+|conserver le format.*|usar (el )?formato .+|mantener (el )?formato.*|.+形式を(?:使用|維持|保持)',
  ending: '!?',
})
/** Words for pasting. */
export const PASTING = labelPattern({
  whole: 'paste( .+)?|einfügen( .+)?|coller( .+)?|pegar( .+)?|incolla( .+)?|вставить|粘贴.*|貼上.*',
})
/** Titles that say nothing about a dialog's question. */
export const TELLS_NOTHING = labelPattern({
  whole:
    '(?:)|question|warning|confirm|confirmation|alert|attention|error|message|untitled|问题|警告|确认|提示|注意',
  ending: '[!?. ]*',
})
export const SETTINGS_TITLE = labelPattern({
  words:
    'preferences|settings|configuration|configure|einrichten|configurer|configurar|configura|control cent(er|re)|macro security|trusted (sources|locations)|trust cent(er|re)|einstellungen|makro-?sicherheit|préférences|sécurité des macros|preferencias|seguridad de macros|настройки',
  anywhere: '^options(?![\\p{L}\\p{N}])|首选项|设置|^配置|配置$|选项$|宏安全',
})
/** Titles of windows in which plug-ins, which run code of their own, are switched on. */
export const PLUGINS_TITLE = labelPattern({
  words:
    'plug-?ins?|add-?ons?|extensions?|modules|erweiterungen|module|greffons|extensiones|complementos|estensioni',
  anywhere: '插件|扩展|附加组件',
})
/** Titles of dialogs with the properties of a file, among them who may run it and what opens all files of its type. */
export const PROPERTIES_TITLE = labelPattern({
  words: 'properties|eigenschaften|propriétés|propiedades|proprietà|propriedades',
  anywhere: '属性|プロパティ|свойства',
})
/** Titles of dialogs in which the program is chosen that opens a file. */
export const CHOOSING_PROGRAM = labelPattern({
  anywhere:
    '^open with(?![\\p{L}\\p{N}])|^(?:choose|select) (?:an? |the |another |other )?(?:default )?(?:application|program|app)(?![\\p{L}\\p{N}])|^öffnen mit|^anwendung (?:aus)?wählen|^ouvrir avec|^choisir une application|^abrir con|^elegir una aplicación|^apri con|^打开方式|^选择应用',
})
/** Titles with which a browser asks before it leaves a page with unsent input. */
export const LEAVING_PAGE = labelPattern({
  words:
    '(?:leave|reload) (?:site|app|page|this page|this site)|(?:website|seite|app) (?:verlassen|neu laden)|(?:quitter|actualiser) (?:le site|la page|l.application)|(?:salir del|recargar) (?:el )?(?:sitio|sitio web)|(?:uscire dal|ricaricare il) sito',
  anywhere: '(?:离开|重新加载)(?:此)?网站|サイトを離れ|サイトを再読み込み|покинуть сайт|перезагрузить сайт',
})
/** Names of fields and dialogs that take an address and connect to it. */
export const FOR_ADDRESS = labelPattern({
  words:
    'url|uri|link|host|host ?name|server|feed|feed source|source|proxy|remote|web ?site|repository|torrent|stream|connect|connection|network|subscription|subscribe|download|adresse|verbinden|verbindung|serveur|connexion|servidor|conexi[oó]n',
  anywhere: '网址|链接|主机|服务器|连接|订阅|下载',
})
/** Words for choosing a file in a dialog. */
export const CHOOSING = labelPattern({ anywhere: '^open|^choose|^select|^打开|^选择' })
/** Names that browsers give the field for an address. */
export const ADDRESS_BAR = labelPattern({
  anywhere:
    'address and search bar|address bar|search or enter address|search with .{1,60} or enter address|地址|adress',
})
/** Names of fields for a search. */
export const SEARCHING = labelPattern({
  words: 'search|find|look up|suche|suchen|recherche|rechercher|buscar|cerca',
  anywhere: '搜索|查找',
})
/** Titles of dialogs that search a text, and may replace what they find. */
export const SEARCH_DIALOG = labelPattern({
  whole:
    'find|search|replace|find (?:and|&) replace|search (?:and|&) replace|find/replace|suchen|ersetzen|suchen (?:und|&) ersetzen|rechercher|remplacer|(?:rechercher|chercher) et remplacer|buscar|reemplazar|buscar y (?:reemplazar|sustituir)|trova e sostituisci|查找|替换|查找替换|查找(?:和|与|并)替换|検索と置換',
})
export const REPLACING = labelPattern({
  whole:
    'replace|replace all|replace all in|replace all at once|replace (?:and|&) find|replace (?:and|&) find next|ersetzen|alle ersetzen|remplacer|remplacer tout|tout remplacer|reemplazar|reemplazar todo|sustituir|sustituir todo|sostituisci|sostituisci tutto|替换|全部替换|置換|すべて置換',
})
/** Signs of buttons that close something laid over something else. */
export const CLOSE_MARK = labelPattern({
  whole: '[×✕✖⨯╳x]|close (?:dialog|banner|popup|pop-up|notice|message|ad)',
})
/** Words with which a person answers a notice about cookies, and words by which such a notice is recognised. */
export const CONSENTING = labelPattern({
  whole:
    '(?:accept|allow|reject|refuse|decline|deny)(?: (?:all|only|necessary|essential|optional|non-essential|additional))*(?: cookies)?|i agree|agree|got it|ok|okay|(?:(?:manage|customi[sz]e|cookie|show|more) )?(?:cookie )?(?:settings|preferences|options|choices)|(?:only |use )?(?:strictly )?(?:necessary|essential)(?: cookies)?(?: only)?|continue without accepting|(?:cookie-?)?einstellungen(?: verwalten)?|nur (?:notwendige|erforderliche|essenzielle)(?: cookies)?(?: akzeptieren)?|(?:tout|continuer sans) (?:accepter|refuser)|(?:param[eé]trer|personnaliser)(?: les cookies)?|(?:solo|s[oó]lo) (?:las )?necesarias|(?:alle )?(?:cookies )?(?:akzeptieren|ablehnen|zulassen)|(?:accepter|refuser)|(?:aceptar|rechazar)(?: todo| todas)?|(?:全部)?(?:接受|拒绝|同意)(?:所有|全部)?(?:cookies?)?',
})
/** The word that a notice about cookies is recognised by where it only stands before a button. */
export const NAMES_COOKIES = labelPattern({ words: 'cookies?', anywhere: '(?:使用|的|接受) ?cookies?' })
export const ABOUT_COOKIES = labelPattern({ anywhere: 'cookie|consent|gdpr|datenschutz|隐私' })
/** Names of buttons in a browser's own bars. */
export const BROWSER_CHROME = labelPattern({
  whole:
    'back|forward|reload|reload this page|stop|home|new tab|close|minimi[sz]e|maximi[sz]e|restore|search tabs|bookmark this tab.*|view site information|chromium|menu|application menu|打开新的标签页|返回|前进|重新加载',
})
/** Names that people and menus give a terminal. */
export const TERMINAL_NAME = labelPattern({
  words: 'shell|prompt',
  anywhere: 'term(?![\\p{L}\\p{N}])|terminal|console|command ?line|^cmd$|^command$|终端',
})

/** Names of the menu that changes what a window shows. */
export const VIEW_MENU = labelPattern({
  whole: 'view|go|ansicht|affichage|ver|vista|visualizza|вид|视图|查看|表示',
})
/** Names of menus whose items change a document, or what is chosen in it. */
export const DOCUMENT_MENU = labelPattern({
  whole: `edit|insert|format|select|selection|image|layer|colou?rs|filters?|effects?|object|objects|path|text|shape|arrange|sheet|slide|styles?|page|document
   bearbeiten|einfügen|auswahl|bild|ebene|farben|effekte|objekt|pfad|form|tabellenblatt|folie|vorlagen|seite
   édition|insertion|insérer|sélection|calque|couleurs|filtres|effets|objet|chemin|texte|feuille|diapo
   edición|editar|insertar|formato|seleccionar|selección|imagen|capa|colores|filtros|efectos|objeto|trayecto|texto|hoja
   编辑|插入|格式|选择|图像|图层|颜色|滤镜|效果|对象|路径|文本|文字|工作表|幻灯片|样式|页面`,
})
/** Names of menus that play, or put in order what is shown. */
export const PLAYING_MENU = labelPattern({
  whole:
    'playback|play|control|controls|sort|sort by|arrange|arrange items|slide show|slideshow|wiedergabe|sortieren|anordnen|bildschirmpräsentation|lecture|trier|reproducción|ordenar|播放|排序|幻灯片放映',
})
/** Items of a document's menus and bars that erase a part of it, which is undone. */
export const ERASING = labelPattern({
  whole:
    'delete (?:rows?|columns?|cells?|contents|page break|comment)|remove (?:hyperlink|page break|direct formatting)|clear direct formatting',
  ending: '(?:…|\\.\\.\\.)?',
})
/** The tool of a painting program, which is switched to and rubs out nothing by that. */
export const ERASER = labelPattern({
  whole:
    '(?:(?:paint )?(?:mode|tool): )?(?:eraser|eraser tool|radierer|radiergummi|gomme|borrador|goma de borrar|橡皮擦?)',
})
/** A comment of a document, which nobody is sent. */
export const COMMENTING = labelPattern({ whole: '(?:add|insert|new) comment' })
/** Items of such menus that reach beyond the document. */
export const BEYOND_DOCUMENT = labelPattern({
  words: 'set as|use as|wallpaper|print|open with|als hintergrund|drucken|imprimer|imprimir',
  anywhere: '设为|设置为|打印|壁纸',
})
/** Names of menus whose items run programs, scripts or what is written. */
export const RUNNING_MENU = labelPattern({
  whole:
    'run|build|debug|execute|compile|scripts?|macros?|extensions|plug-?ins|add-?ons|script-fu|python-fu|external tools|custom (?:actions|commands)|erstellen|ausführen|skripte|makros|erweiterungen|exécuter|extensiones|ejecutar|运行|构建|调试|脚本|宏|扩展|插件',
})
/** Items of any menu that run or build what is written. */
export const RUNNING_ITEM = labelPattern({
  whole:
    '(?:re)?build(?: .+)?|compile(?: .+)?|make(?: all| object)?|start debugging|debug|run(?: .+)?|eval(?:uate)? (?!formula).+|编译.*|构建.*|运行.*',
})
/** Items of menus that only tell something of the program, in any program. */
export const INFORMS = labelPattern({
  whole:
    'help|contents|about(?: .+)?|info|hilfe|inhalt|[üu]ber(?: .+)?|aide|[àa] propos(?: .+)?|ayuda|acerca de(?: .+)?|aiuto|informazioni(?: su .+)?|帮助|关于.*|ヘルプ|.+について',
})
/** Items of a terminal's menus that change its window, and nothing in it. */
export const TERMINAL_VIEW = labelPattern({
  whole: `zoom in|zoom out|normal size|full ?screen|copy|select all|find|about|help|contents|preferences|new (?:tab|window)|(?:next|previous) (?:tab|terminal)
   放大|缩小|全屏|复制|全选|查找|关于|帮助|首选项`,
})

/** Matches the name of a file that does something when it is opened. */
export const EXECUTABLE_FILE =
  /\.(sh|bash|zsh|csh|command|desktop|appimage|run|bin|exe|msi|bat|cmd|ps1|vbs|com|scr|jar|py|pl|rb|js|mjs|php|deb|rpm|flatpak|flatpakref|snap|pkg|dmg|app|apk|ko|so|out|hta|lnk|url|webloc|inetloc|workflow|tool|terminal|scpt|scptd|applescript|reg|msc|cpl|wsf|vbe|jse|scf|ps1xml|application|ksh|fish|pyw|pyz|rbw|class|jnlp|msp|mst|pif|vb|wsh|xll|elf|x86_64|oxt|xpi|crx|vsix|appx|msix|flatpakrepo|gadget|prefpane|action|mobileconfig)$/i
/** Pictures, sounds and films as cameras and recorders make them. Files of editors, with layers or tracks, are documents. */
export const PICTURE_FILE = /\.(jpe?g|jpe|jfif|png|gif|bmp|webp|avif|hei[cf]|tiff?|jxl|jp2|tga|p[bgpn]m)$/i
export const RECORDED_FILE = new RegExp(
  `${PICTURE_FILE.source}|\\.(wav|flac|mp3|og[gav]|opus|m4[av]|aac|aiff?|wma|mp4|mkv|webm|mov|avi|wmv|mpe?g)$`,
  'i',
)
export const INSTALLER_FILE =
  /\.(deb|rpm|flatpak|flatpakref|flatpakrepo|snap|pkg|dmg|msi|msp|msix|appx|apk|appimage|oxt|xpi|crx|vsix)$/i

/** Words of a question about opening or running a file. */
export const STARTING = labelPattern({
  words:
    'open|opening|run|running|execute|launch|start|trust|öffnen|ausführen|starten|ouvrir|ouverture|exécuter|lancer|abrir|ejecutar|apri|esegui|avvia',
  anywhere: '打开|运行|执行|启动|信任',
})
/** Words that open the chosen item in a file manager. */
export const OPENING = labelPattern({
  whole: 'open|open with .+|execute|run|öffnen|ouvrir|abrir|apri|открыть|打开|執行|运行',
})
/** Words that add something to the folder that a file manager shows, or rename something there. */
export const CHANGING_FOLDER = labelPattern({
  words:
    'paste|create|new|rename|duplicate|extract|restore|move|copy to|link|einfügen|anlegen|umbenennen|coller|renommer|pegar',
  anywhere: '粘贴|新建|重命名|解压',
})

/** Tells whether a name is in other scripts than those of the harmful words above; it can't be judged then. */
export const isForeign = (name: string): boolean => /[^\p{Script=Latin}\p{Script=Han}\P{L}]/u.test(name)
