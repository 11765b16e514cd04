// Lists what people order an application to do by a word of its menus: how they say it, and what its item or button is called.

export interface MenuCommand {
  said: RegExp
  /** Names of its item or button, as programs write them in English, German, French, Spanish and Chinese. */
  called: readonly string[]
  /** Whether it is a state (bold), so that what is on already is left on. */
  isState?: true
  /** The keys that do it nearly everywhere, for a window that has no menu to look into. */
  keys?: string
}

const IT = '(?:it|this|that|them|the selection|the selected (?:text|words?|cells?|lines?))'
/** What was done last, as undo and redo take it. */
export const LAST_DONE = '(?:the|my) (?:(?:last|previous) )?(?:change|step|move|action|edit|operation|stroke)'
const PAGE = '(?:it|this|the (?:page|folder|view|list|document|window))'

/** Bold and its relatives, in all the forms in which they are said. */
const format = (adjectives: string, verbs: string): RegExp =>
  new RegExp(`^(?:(?:make|set) ${IT} (?:${adjectives})|(?:${verbs})(?: ${IT})?)$`, 'i')

const said = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'i')

const ALIGN = `(?:align|justify)(?: ${IT})?(?: to(?: the)?)?`

export const MENU_COMMANDS = {
  bold: {
    said: format('bold', 'bold|embolden'),
    called: ['Bold', 'Strong', 'Fett', 'Gras', 'Negrita', '粗体', '加粗'],
    isState: true,
  },
  italic: {
    said: format('italics?', 'italics?|italici[sz]e'),
    called: ['Italic', 'Emphasis', 'Kursiv', 'Italique', 'Cursiva', '斜体', '倾斜'],
    isState: true,
  },
  underlined: {
    said: format('underlined?', 'underlined?'),
    called: ['Underline', 'Underlined', 'Unterstrichen', 'Unterstreichen', 'Souligné', 'Subrayado', '下划线'],
    isState: true,
  },
  'struck through': {
    said: format('struck ?through|strike-?through', 'strike-?through|strike ?out|cross out'),
    called: ['Strikethrough', 'Strike Through', 'Strike', 'Durchgestrichen', 'Barré', 'Tachado', '删除线'],
    isState: true,
  },
  'aligned left': {
    said: said(`${ALIGN} left|left[- ]align(?: ${IT})?`),
    called: ['Align Left', 'Linksbündig', 'Aligner à gauche', 'Alinear a la izquierda', '左对齐'],
    isState: true,
  },
  centred: {
    said: said(`cent(?:er|re)(?: ${IT})?|${ALIGN} cent(?:er|re)|make ${IT} cent(?:er|re)d`),
    called: ['Align Center', 'Center Horizontally', 'Centered', 'Zentriert', 'Centrer', 'Centrar', '居中'],
    isState: true,
  },
  'aligned right': {
    said: said(`${ALIGN} right|right[- ]align(?: ${IT})?`),
    called: ['Align Right', 'Rechtsbündig', 'Aligner à droite', 'Alinear a la derecha', '右对齐'],
    isState: true,
  },
  redo: {
    said: said(`redo(?: ${IT}| ${LAST_DONE})?`),
    called: ['Redo', 'Wiederholen', 'Wiederherstellen', 'Rétablir', 'Rehacer', '重做'],
  },
  bullets: {
    said: said('(?:(?:make|insert|start|create|add|turn on|format it as) )?(?:it |them )?(?:(?:into )?an? )?(?:bullet(?:ed)?|unordered)(?: points?)? lists?|(?:turn on|add|insert) bullets(?: points)?'),
    called: ['Unordered List', 'Bulleted List', 'Bullet List', 'Bullets', 'Toggle Unordered List', 'Bullets On/Off', 'Ungeordnete Liste', 'Aufzählungsliste', 'Liste à puces', 'Lista no ordenada', '无序列表', '项目符号列表'],
    isState: true,
  },
  numbering: {
    said: said('(?:(?:make|insert|start|create|add|turn on|format it as) )?(?:it |them )?(?:(?:into )?an? )?(?:number(?:ed)?|ordered) lists?|turn on numbering'),
    called: ['Ordered List', 'Numbered List', 'Number List', 'Numbering', 'Toggle Ordered List', 'Numbering On/Off', 'Geordnete Liste', 'Nummerierte Liste', 'Liste numérotée', 'Lista ordenada', '有序列表', '编号列表'],
    isState: true,
  },
  'zoom in': {
    said: said('zoom in|enlarge the (?:view|page)'),
    called: ['Zoom In', 'Vergrößern', 'Hineinzoomen', 'Zoom avant', 'Ampliar', 'Aumentar', '放大'],
    keys: 'Ctrl++',
  },
  'zoom out': {
    said: said('zoom out'),
    called: ['Zoom Out', 'Verkleinern', 'Herauszoomen', 'Zoom arrière', 'Reducir', '缩小'],
    keys: 'Ctrl+-',
  },
  'normal size': {
    said: said('reset(?: the)? zoom|zoom (?:back )?to (?:100 ?%|normal(?: size)?)|(?:actual|normal|original) size'),
    called: ['Normal Size', 'Original Size', 'Actual Size', 'Reset Zoom', 'Zoom 100%', '100%', 'Originalgröße', 'Normale Größe', 'Taille normale', 'Tamaño normal', '原始大小', '正常大小'],
    keys: 'Ctrl+0',
  },
  'fit the page': {
    said: said('(?:zoom to |best )?fit(?: the)?(?: whole)?(?: page| window| picture| image)?(?: (?:to|in|into)(?: the)? (?:window|page|screen))?|fit (?:it )?(?:to|in|into)(?: the)? (?:window|page|screen)'),
    called: ['Best Fit', 'Fit Page', 'Fit to Window', 'Zoom to Fit', 'Zoom Fit', 'Fit Window', 'Fit to Page', 'Fit Whole Page', 'Whole Page', 'Entire Page', 'Page Fit', 'Fit in Window', 'Fit', 'Ganze Seite', 'In Fenster einpassen', 'Einpassen', 'Page entière', 'Página completa', '最佳大小', '适合窗口', '适合页面', '整页'],
    isState: true,
  },
  'fit the width': {
    said: said('(?:zoom to )?fit(?: to)?(?: the)?(?: page)? width'),
    called: ['Fit Width', 'Fit Page Width', 'Page Width', 'Fit to Width', 'Zoom to Width', 'Fit Width to Page', 'Seitenbreite', 'Auf Seitenbreite', 'Largeur de la page', 'Ancho de página', '适合宽度', '适合页宽', '页宽'],
    isState: true,
  },
  home: {
    said: said('go (?:back )?(?:home|to (?:the |my )?home(?: folder| directory)?)'),
    called: ['Home', 'Home Folder', 'Go Home', 'Go to Home Folder', 'Home Directory', 'Persönlicher Ordner', 'Dossier personnel', 'Carpeta personal', '主文件夹', '主目录'],
  },
  properties: {
    said: said('(?:show|display|view)(?: me)? (?:the |its )?(?:(?:file|document|image|picture|page|folder) )?properties(?: (?:dialog|window))?'),
    called: ['Properties', 'File Properties', 'Document Properties', 'Image Properties', 'Eigenschaften', 'Propriétés', 'Propiedades', '属性'],
  },
  'select none': {
    said: said('(?:un|de)select (?:all|everything|it|them)|select (?:none|nothing)|clear the selection'),
    called: ['Deselect All', 'Select None', 'Unselect All', 'Deselect', 'Clear Selection', 'None', 'Auswahl aufheben', 'Nichts auswählen', 'Tout désélectionner', 'Deseleccionar todo', '取消选择', '全部不选'],
  },
  defaults: {
    said: said('(?:restore|reset|load)(?: (?:it|everything|all|them))?(?: to)?(?: the)?(?: (?:default|original|factory))?(?: (?:defaults?|default (?:settings|values)))'),
    called: ['Restore Defaults', 'Reset to Defaults', 'Reset to Default', 'Restore Default Settings', 'Defaults', 'Default', 'Load Defaults', 'Reset', 'Standardwerte', 'Voreinstellungen', 'Zurücksetzen', 'Valeurs par défaut', 'Valores predeterminados', '恢复默认', '恢复默认值', '默认'],
  },
  'full screen': {
    said: said('(?:(?:go|switch to|enter|toggle|turn on|make it) )?full[- ]?screen(?: mode)?'),
    called: ['Full Screen', 'Fullscreen', 'Full Screen Mode', 'Vollbild', 'Vollbildmodus', 'Plein écran', 'Pantalla completa', '全屏'],
    isState: true,
  },
  'new tab': {
    said: said('(?:(?:open|create|make|add) )?(?:a |another )?new tab|open another tab|add a tab'),
    called: ['New Tab', 'Open Tab', 'Open New Tab', 'Open a new tab', 'Neuer Tab', 'Neuer Reiter', 'Neues Unterfenster', 'Nouvel onglet', 'Nueva pestaña', '新建标签页', '新标签页', '新建标签'],
  },
  'close tab': {
    said: said('close (?:(?:the|this|that|my) )?(?:current |active )?tab'),
    called: ['Close Tab', 'Tab schließen', 'Reiter schließen', 'Fermer l’onglet', 'Cerrar pestaña', '关闭标签页', '关闭标签'],
  },
  'new window': {
    said: said('(?:(?:open|create) )?(?:a |another )?new window|open another window'),
    called: ['New Window', 'Open New Window', 'Neues Fenster', 'Nouvelle fenêtre', 'Nueva ventana', '新建窗口', '新窗口'],
  },
  'new document': {
    said: said('(?:(?:create|make|start|open|begin) )?(?:a )?new (?:empty |blank |text )?(?:document|file)'),
    called: ['New', 'New File', 'New Document', 'New Text Document', 'Neu', 'Neue Datei', 'Neues Dokument', 'Nouveau', 'Nouveau document', 'Nuevo', 'Nuevo documento', '新建', '新建文档'],
  },
  'new folder': {
    said: said('(?:(?:create|make|add) )?(?:a )?new (?:empty )?(?:folder|directory)|(?:create|make|add) a (?:folder|directory)'),
    called: ['New Folder', 'Create Folder', 'Create New Folder', 'Create Directory', 'Make Directory', 'New Directory', 'Mkdir', 'Neuer Ordner', 'Ordner anlegen', 'Nouveau dossier', 'Créer un dossier', 'Carpeta nueva', 'Crear carpeta', '新建文件夹', '创建文件夹'],
  },
  'new file in the folder': {
    said: said('(?:(?:create|make|add) )?(?:a )?new (?:empty )?file in (?:the|this) folder'),
    called: ['Empty File', 'Empty Document', 'New Empty File', 'Create Empty File', 'Create New Empty File', 'New File', 'Create File', 'Blank File', 'Text File', 'Leere Datei', 'Leeres Dokument', 'Fichier vide', 'Archivo vacío', '空文件', '空白文档'],
  },
  rename: {
    said: said('rename (?:it|this|that|the (?:selection|selected (?:file|folder|item)))'),
    called: ['Rename', 'Umbenennen', 'Renommer', 'Renombrar', 'Cambiar nombre', '重命名'],
  },
  reload: {
    said: said(`(?:reload|refresh)(?: ${PAGE})?`),
    called: ['Reload', 'Refresh', 'Reload this page', 'Reload current page', 'Neu laden', 'Aktualisieren', 'Recharger', 'Actualiser', 'Recargar', '重新加载', '刷新'],
  },
  back: {
    said: said('go back(?: (?:a|one) page)?'),
    called: ['Back', 'Go Back', 'Go back one page', 'Zurück', 'Précédent', 'Atrás', '后退'],
  },
  up: {
    said: said('(?:go|move) up(?: (?:a|one) (?:folder|level|directory))?|(?:go|move|switch) to the parent (?:folder|directory)'),
    called: ['Up', 'Go Up', 'Parent Folder', 'Open Parent', 'Open Parent Folder', 'Parent Directory', 'Open the parent folder', 'Hoch', 'Nach oben', 'Aufwärts', 'Übergeordneter Ordner', 'Dossier parent', 'Carpeta superior', '向上', '上级目录', '父目录'],
  },
  'previous page': {
    said: said('(?:go to the )?previous page'),
    called: ['Previous Page', 'Vorherige Seite', 'Page précédente', 'Página anterior', '上一页'],
  },
  'first page': {
    said: said('(?:go|jump|turn|move) to the first page'),
    called: ['First Page', 'Go to First Page', 'Beginning of the Document', 'Erste Seite', 'Première page', 'Primera página', '第一页'],
  },
  'last page': {
    said: said('(?:go|jump|turn|move) to the (?:very )?last page'),
    called: ['Last Page', 'Go to Last Page', 'End of the Document', 'Letzte Seite', 'Dernière page', 'Última página', '最后一页'],
  },
  preferences: {
    said: said('(?:open (?:the )?preferences|(?:show|display) (?:(?:the|its|my) )?(?:preferences|settings|options))(?: (?:dialog|window))?'),
    called: ['Preferences', 'Settings', 'Options', 'Configure', 'Einstellungen', 'Einrichten', 'Préférences', 'Configurer', 'Preferencias', 'Configurar', '首选项', '设置', '配置'],
  },
  forward: {
    said: said('go forward(?: (?:a|one) page)?'),
    called: ['Forward', 'Go Forward', 'Go forward one page', 'Vorwärts', 'Adelante', '前进'],
  },
  'next page': {
    said: said('(?:go to the )?next page|turn the page'),
    called: ['Next Page', 'Nächste Seite', 'Page suivante', 'Página siguiente', '下一页'],
  },
  'next slide': {
    said: said('(?:go to the )?next slide'),
    called: ['Next Slide', 'To Next Slide', 'Nächste Folie', 'Diapositive suivante', 'Siguiente diapositiva', '下一张幻灯片'],
  },
  'new slide': {
    said: said('(?:(?:insert|add|create|make) )?(?:a |another )?new slide|(?:insert|add) a(?:nother)? slide'),
    called: ['New Slide', 'New Page', 'Neue Folie', 'Nouvelle diapositive', 'Nueva diapositiva', '新建幻灯片', '新幻灯片'],
  },
  'start the slideshow': {
    said: said('(?:start|play|run|show|begin) (?:the )?(?:slide ?show|presentation)'),
    called: ['Slideshow', 'Slide Show', 'Start from First Slide', 'Start Slideshow', 'Presentation', 'Präsentation', 'Diashow', 'Diaporama', 'Presentación', '幻灯片放映', '演示'],
  },
  'print preview': {
    said: said('(?:(?:open|show) (?:me )?(?:the |a )?)?print preview'),
    called: ['Print Preview', 'Preview', 'Page Preview', 'Druckvorschau', 'Seitenansicht', 'Seitenvorschau', 'Aperçu avant impression', 'Vista previa de impresión', '打印预览'],
  },
  'page setup': {
    said: said('(?:open|show) (?:me )?(?:the )?page (?:setup|settings|properties|style|format)(?: dialog)?'),
    called: ['Page Setup', 'Page Properties', 'Page Style', 'Slide Properties', 'Page Settings', 'Page Format', 'Paper Setup', 'Seite einrichten', 'Seitenvorlage', 'Seiteneigenschaften', 'Mise en page', 'Configurar página', '页面设置', '页面属性', '页面样式'],
  },
  about: {
    said: said('(?:open|show)(?: me)? (?:the )?about (?:dialog|box|window|page|screen)'),
    called: ['About', 'Über', 'Info über', 'À propos', 'Acerca de', '关于'],
  },
  print: {
    said: said('print(?: (?:it|this|that|the (?:document|file|page|sheet|picture|image|text)))?'),
    called: ['Print', 'Drucken', 'Imprimer', 'Imprimir', '打印'],
  },
  'insert a row': {
    said: said('(?:insert|add) (?:a|another|one) (?:new )?row(?: above)?'),
    called: ['Insert Rows Above', 'Insert Row Above', 'Rows Above', 'Row Above', 'Insert Row', 'Insert Rows', 'Zeilen oberhalb einfügen', 'Zeile einfügen', 'Insérer une ligne', 'Insertar fila', '插入行', '在上方插入行'],
  },
  'insert a row below': {
    said: said('(?:insert|add) (?:a|another|one) (?:new )?row below'),
    called: ['Insert Rows Below', 'Insert Row Below', 'Rows Below', 'Row Below', 'Zeilen unterhalb einfügen', '在下方插入行'],
  },
  'insert a column': {
    said: said('(?:insert|add) (?:a|another|one) (?:new )?column(?: before)?'),
    called: ['Insert Columns Before', 'Insert Column Before', 'Columns Before', 'Column Before', 'Insert Column', 'Insert Columns', 'Spalten davor einfügen', 'Spalte einfügen', 'Insérer une colonne', 'Insertar columna', '插入列', '在前方插入列'],
  },
  'delete the rows': {
    said: said('delete (?:the|this|that) rows?'),
    called: ['Delete Rows', 'Delete Row', 'Zeilen löschen', 'Zeile löschen', 'Supprimer les lignes', 'Eliminar filas', '删除行'],
  },
  'delete the columns': {
    said: said('delete (?:the|this|that) columns?'),
    called: ['Delete Columns', 'Delete Column', 'Spalten löschen', 'Spalte löschen', 'Supprimer les colonnes', 'Eliminar columnas', '删除列'],
  },
  'sort ascending': {
    said: said('sort (?:it |them )?(?:ascending|a ?(?:-|to) ?z|in ascending order|from a to z)'),
    called: ['Sort Ascending', 'Ascending', 'Aufsteigend sortieren', 'Aufsteigend', 'Trier par ordre croissant', 'Orden ascendente', '升序', '升序排序'],
  },
  'sort descending': {
    said: said('sort (?:it |them )?(?:descending|z ?(?:-|to) ?a|in descending order|from z to a)'),
    called: ['Sort Descending', 'Descending', 'Absteigend sortieren', 'Absteigend', 'Trier par ordre décroissant', 'Orden descendente', '降序', '降序排序'],
  },
  'check the spelling': {
    said: said('(?:check|run) (?:the )?(?:spelling|spell ?check(?:er)?)|spell ?check(?: (?:it|this|the (?:text|document)))?'),
    called: ['Check Spelling', 'Spelling', 'Spellcheck', 'Spelling and Grammar', 'Rechtschreibung prüfen', 'Rechtschreibung', 'Vérifier l’orthographe', 'Orthographe', 'Revisar ortografía', 'Ortografía', '拼写检查', '检查拼写'],
  },
  'count the words': {
    said: said('count (?:the |my )?words|(?:open|show) (?:me )?(?:the )?(?:(?:document )?statistics|word count)'),
    called: ['Word Count', 'Document Statistics', 'Statistics', 'Wörter zählen', 'Wortanzahl', 'Statistik', 'Dokumentstatistik', 'Statistiques', 'Estadísticas', '字数统计', '统计'],
  },
  'keyboard shortcuts': {
    said: said('(?:open|show) (?:me )?(?:the )?(?:keyboard )?shortcuts'),
    called: ['Keyboard Shortcuts', 'Shortcuts', 'Configure Shortcuts', 'Configure Keyboard Shortcuts', 'Tastenkürzel', 'Tastenkombinationen', 'Raccourcis clavier', 'Atajos de teclado', '键盘快捷键', '快捷键'],
  },
  'rotate right': {
    said: said('(?:rotate|turn)(?: (?:it|the (?:picture|image|page|photo)))?(?: to the)?(?: right| clockwise)'),
    called: ['Rotate Right', 'Rotate Clockwise', 'Rotate 90° clockwise', 'Rotate ⤵', 'Rechts drehen', 'Nach rechts drehen', 'Im Uhrzeigersinn drehen', 'Rotation horaire', 'Pivoter à droite', 'Girar a la derecha', '向右旋转', '顺时针旋转'],
  },
  'rotate left': {
    said: said('(?:rotate|turn)(?: (?:it|the (?:picture|image|page|photo)))?(?: to the)?(?: left| counter-?clockwise| anti-?clockwise)'),
    called: ['Rotate Left', 'Rotate Counterclockwise', 'Rotate 90° counter-clockwise', 'Links drehen', 'Nach links drehen', 'Gegen den Uhrzeigersinn drehen', 'Rotation antihoraire', 'Pivoter à gauche', 'Girar a la izquierda', '向左旋转', '逆时针旋转'],
  },
  'flip horizontally': {
    said: said('(?:flip|mirror)(?: (?:it|the (?:picture|image|photo)))? horizontally'),
    called: ['Flip Horizontally', 'Flip Horizontal', 'Horizontal spiegeln', 'Miroir horizontal', 'Retourner horizontalement', 'Voltear horizontalmente', '水平翻转'],
  },
  'flip vertically': {
    said: said('(?:flip|mirror)(?: (?:it|the (?:picture|image|photo)))? vertically'),
    called: ['Flip Vertically', 'Flip Vertical', 'Vertikal spiegeln', 'Miroir vertical', 'Retourner verticalement', 'Voltear verticalmente', '垂直翻转'],
  },
} as const satisfies Record<string, MenuCommand> // prettier-ignore

export type MenuCommandName = keyof typeof MENU_COMMANDS

const ALL = Object.entries(MENU_COMMANDS) as [MenuCommandName, MenuCommand][]

/** Takes in a clause with single blanks. Null where it is none of these. */
export const menuCommandOf = (clause: string): MenuCommandName | null =>
  ALL.find(([, command]) => command.said.test(clause))?.[0] ?? null
