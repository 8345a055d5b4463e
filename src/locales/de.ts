import type { Strings } from './en.js';
import { plurals } from './plurals.js';

const plural = plurals('de');

export const strings: Strings = {
  // Conversation
  message: 'Nachricht',
  conversation: 'Unterhaltung',
  you: 'Du',
  assistant: 'Assistent',
  thinking: 'Denkt nach',
  thought: 'Gedankengang',
  thoughtFor: (duration) => `${duration} nachgedacht`,
  details: 'Einzelheiten',
  sources: 'Quellen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Kopieren ist hier nicht erlaubt',
  regenerate: 'Neu erzeugen',
  edit: 'Bearbeiten',
  editMessage: 'Nachricht bearbeiten',
  cancel: 'Abbrechen',
  goodAnswer: 'Gute Antwort',
  badAnswer: 'Schlechte Antwort',
  newMessages: 'Neue Nachrichten',
  scrollToEnd: 'Zur neuesten Nachricht',
  answerReady: 'Antwort vollständig',
  stopped: 'Angehalten',
  announcements: 'Ansagen',
  noEndpoint:
    'Dieser Chat ist noch nicht verbunden. Das Attribut „endpoint“ von <adk-chat> muss die Adresse eines Backends enthalten.',
  empty: 'Wie kann ich helfen?',
  suggestions: 'Vorschläge',
  download: 'Herunterladen',
  downloadFile: (name) => `${name} herunterladen`,
  zoom: (name) => `${name} vergrößern`,
  closeImage: 'Bild schließen',
  image: 'Bild',
  file: 'Datei',
  loadImage: (host) => `Bild von ${host} laden`,

  // Failures
  retry: 'Erneut versuchen',
  dismiss: 'Schließen',
  retryIn: (seconds) => `Neuer Versuch in ${seconds} s möglich`,
  unknownError: 'Etwas ist schiefgegangen.',
  offline:
    'Keine Internetverbindung. Nachrichten können gesendet werden, sobald die Verbindung wieder da ist.',
  reconnecting: 'Die Verbindung wurde unterbrochen. Sie wird wiederhergestellt …',

  // Composer
  send: 'Senden',
  stop: 'Anhalten',
  placeholder: 'Stell eine Frage',
  attach: 'Dateien anhängen',
  dropFiles: 'Dateien hier ablegen, um sie anzuhängen',
  removeFile: (name) => `${name} entfernen`,
  fileTooLarge: (name, limit) => `${name} ist größer als ${limit}.`,
  fileType: (name) => `Dateien wie ${name} können nicht gesendet werden.`,
  tooManyFiles: (limit) =>
    plural(limit, {
      one: 'Höchstens # Datei kann auf einmal gesendet werden.',
      other: 'Höchstens # Dateien können auf einmal gesendet werden.',
    }),
  fileUnreadable: (name) => `${name} konnte nicht gelesen werden.`,
  queued: 'Wartet auf das Senden',
  queuedAfterQuestion: 'Deine Nachricht wartet, bis die offene Frage beantwortet ist.',
  removeQueued: 'Wartende Nachricht entfernen',
  denyAndSend: 'Ablehnen und jetzt senden',
  sendNow: 'Jetzt senden',

  // Voice
  startVoice: 'Sprache starten',
  stopVoice: 'Sprache beenden',
  voice: 'Sprache',
  noVoice: 'Setze das Attribut „voice“ von <adk-chat>, um mit dem Agenten zu sprechen.',
  voiceAsking: 'Warte auf das Mikrofon…',
  voiceListening: 'Hört zu',
  voiceSpeech: 'Hört dich',
  voiceSpeaking: 'Der Agent spricht',
  voiceMuted: 'Mikrofon stumm',
  voiceHold: 'Zum Sprechen die Taste gedrückt halten',
  voiceTap: 'Zum Sprechen auf die Taste tippen',
  voiceOff: 'Sprache ist aus',
  voiceDropped: 'Die Verbindung ist langsam: Ein Teil des Gesagten ging verloren.',
  voiceUnsupported: 'Dieser Agent kann nicht zuhören. Bitte schreibe stattdessen.',
  voiceLost: 'Die Sprachverbindung ist abgebrochen. Versuche es noch einmal.',
  voiceReconnecting: 'Die Verbindung ist abgebrochen. Sie wird wiederhergestellt…',
  voiceQuestion: 'Im Chat wartet eine Frage auf deine Antwort.',
  voiceLoadFailed:
    'Die Sprachfunktion konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.',
  mute: 'Stummschalten',
  unmute: 'Stummschaltung aufheben',
  endVoice: 'Gespräch beenden',
  elapsed: (time) => `${time} vergangen`,
  micDenied:
    'Das Mikrofon ist gesperrt. Erlaube es in den Website-Einstellungen neben der Adresszeile und versuche es noch einmal.',
  micMissing: 'Kein Mikrofon gefunden. Schließe eines an und versuche es noch einmal.',
  micBusy:
    'Das Mikrofon ließ sich nicht öffnen. Schließe andere Programme, die es benutzen, und versuche es noch einmal.',
  micUnplugged: 'Das Mikrofon wurde getrennt. Schließe es wieder an und versuche es noch einmal.',
  micInsecure:
    'Das Mikrofon funktioniert nur auf einer sicheren Seite. Öffne diese Seite mit https://.',
  audioBlocked:
    'Der Browser erlaubt Ton erst, nachdem du auf die Seite geklickt hast. Drücke die Mikrofontaste.',
  workletBlocked:
    'Diese Seite erlaubt nicht, das Sprachmodul zu laden. Ihre Content-Security-Policy muss es in script-src erlauben.',
  recording: 'Aufnahme',
  play: 'Abspielen',
  pause: 'Anhalten',
  seek: 'Stelle',
  playbackPosition: (position, length) => `${position} von ${length}`,
  playbackSpeed: (speed) => `Tempo ${speed}`,
  recordingGone: 'Diese Aufnahme ist nicht mehr vorhanden.',

  // Requests of ADK agents
  chooseOne: 'Bitte wählen',
  inputNeeded: 'Deine Eingabe ist nötig',
  answerNeeded: 'Der Agent wartet auf eine Antwort',
  yourAnswer: 'Deine Antwort',
  submit: 'Absenden',
  optional: 'freiwillig',
  addItem: 'Hinzufügen',
  removeItem: (name) => `${name} entfernen`,
  invalidJson: 'Das ist kein gültiges JSON.',
  signInNeeded: 'Anmeldung nötig',
  signIn: 'Anmelden',
  signInAt: (host) => `Bei ${host} anmelden`,
  signInOpen: 'Schließe die Anmeldung im geöffneten Fenster ab.',
  signInBlocked:
    'Das Anmeldefenster konnte nicht geöffnet werden. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
  signInFailed: 'Die Anmeldung ist fehlgeschlagen.',
  signInMismatch:
    'Die Rückmeldung gehört zu einer anderen Anmeldung und wurde nicht verwendet. Versuche es noch einmal.',
  signInWait: (seconds) =>
    `Der Agent hat sofort wieder gefragt. In ${seconds} s kannst du dich erneut anmelden.`,
  apiKey: 'API-Schlüssel',
  accessToken: 'Zugriffstoken',
  userName: 'Benutzername',
  password: 'Passwort',
  secretNote: 'Es geht nur an den Agenten und wird hier nicht gespeichert.',
  fileMissing: (name) => `${name} konnte nicht geladen werden.`,

  // Launcher
  open: 'Chat öffnen',
  close: 'Chat schließen',
  chat: 'Chat',
  unread: (count) => plural(count, { one: '# neue Nachricht', other: '# neue Nachrichten' }),

  // Markdown
  code: 'Code',
  table: 'Tabelle',
  taskDone: 'Erledigt',
  taskOpen: 'Offen',

  // Tools and approvals
  approve: 'Genehmigen',
  alwaysAllow: 'Immer erlauben',
  deny: 'Ablehnen',
  approvalNeeded: 'Genehmigung nötig',
  approvalFor: (tool) => `Genehmigung nötig: ${tool}`,
  reasonGiven: 'Angegebener Grund:',
  addReason: 'Grund hinzufügen',
  reason: 'Grund (freiwillig)',
  lookalike:
    'Dieser Name enthält ähnlich aussehende Zeichen. Er könnte ein anderes Werkzeug nachahmen.',
  secondsLeft: (time) => `noch ${time}`,
  approved: 'Genehmigt',
  alwaysAllowed: 'Immer erlaubt',
  denied: 'Abgelehnt',
  expired: 'Ohne Antwort abgelaufen',
  checking: 'Wird entschieden',
  byYou: 'von dir',
  byPolicy: 'durch dein „Immer erlauben“',
  byServer: 'automatisch, durch eine Regel des Servers',
  questions: (count) =>
    plural(count, { one: '# Frage wartet auf dich', other: '# Fragen warten auf dich' }),
  approveAll: 'Alle genehmigen',
  denyAll: 'Alle ablehnen',
  policies: (count) =>
    plural(count, {
      one: '# Werkzeug ist immer erlaubt',
      other: '# Werkzeuge sind immer erlaubt',
    }),
  decisions: (count) => plural(count, { one: '# Entscheidung', other: '# Entscheidungen' }),
  policySince: (time) => `seit ${time}`,
  revoke: 'Widerrufen',
  revokeTool: (tool) => `Erlaubnis für ${tool} widerrufen`,
  exportAudit: 'Entscheidungen exportieren',
  toolPreparing: 'Wird vorbereitet',
  toolRunning: 'Läuft',
  toolWaiting: 'Wartet auf dich',
  toolDone: 'Fertig',
  toolFailed: 'Fehlgeschlagen',
  toolDenied: 'Abgelehnt',
  toolInput: 'Eingabe',
  toolOutput: 'Ausgabe',
  toolError: 'Fehler',
  toolProgress: 'Ausgabe bisher',
  raw: 'Rohdaten',
  emptyText: 'leerer Text',
  emptyList: 'nichts',
  characters: (count) => plural(count, '# Zeichen'),
  moreCharacters: (count) =>
    plural(count, {
      one: '# weiteres Zeichen wird nicht gezeigt',
      other: '# weitere Zeichen werden nicht gezeigt',
    }),
  moreEntries: (count) =>
    plural(count, {
      one: '# weiterer Eintrag wird nicht gezeigt',
      other: '# weitere Einträge werden nicht gezeigt',
    }),
  tooDeep: '… zu tief verschachtelt für die Anzeige',
};
