// Says in the language of a request that plain commands are English, where the request is not.

interface Language {
  isIt: RegExp
  says: string
}

/** Words with which commands begin in these languages, and which are no English words. */
const LANGUAGES: readonly Language[] = [
  {
    isIt: /^[^\p{Script=Hiragana}\p{Script=Katakana}]*\p{Script=Han}[^\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
    says: ' 不使用模型时，只能用英文命令，例如：open Mousepad, type "你好", save as "~/a.txt"。要用中文，请先在设置中添加模型。',
  },
  {
    isIt: /(?:^|\s)(?:öffne|schreibe?|tippe|klicke?|drücke?|wähle|schlie(?:ß|ss)e|speich(?:ere|re|ern)|starte|suche|ersetze|gehe?|mache?|lösche|erstelle|bitte|kannst|könntest|markiere|scrolle|zeige|lies|und|dann|den|der|das|nach|auf)(?=\s|$)/iu,
    says: ' Ohne Modell versteht Deskhand nur englische Befehle, zum Beispiel: open Mousepad, type "Hallo", save as "~/a.txt". Für Deutsch richten Sie in den Einstellungen ein Modell ein.',
  },
  {
    isIt: /(?:^|\s)(?:ouvre[sz]?|ouvrir|clique[sz]?|cliquer|écri(?:s|vez|re)|tape[sz]?|ferme[sz]?|enregistre[sz]?|cherche[sz]?|sélectionne[sz]?|remplace[sz]|va|allez|puis|le|les|une|dans)(?=\s|$)/iu,
    says: ' Sans modèle, Deskhand ne comprend que des commandes en anglais, par exemple : open Mousepad, type "Bonjour", save as "~/a.txt". Pour le français, configurez un modèle dans les réglages.',
  },
  {
    isIt: /(?:^|\s)(?:abre|abrir|abra|escrib[ea]|escribir|haz|pulsa|cierra|cerrar|guarda|guardar|busca|buscar|selecciona|reemplaza|ve|luego|el|los|una|del)(?=\s|$)/iu,
    says: ' Sin un modelo, Deskhand solo entiende comandos en inglés, por ejemplo: open Mousepad, type "Hola", save as "~/a.txt". Para el español, configure un modelo en los ajustes.',
  },
]

/** Takes in a part of a request that is not understood, without its quoted texts. Empty where it may be English. */
export const saidInItsLanguage = (part: string): string =>
  LANGUAGES.find(({ isIt }) => isIt.test(part))?.says ?? ''
