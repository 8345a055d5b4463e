import type { Locale } from './load-locale.js';
import { plurals } from './plurals.js';

const plural = plurals('fr');

export const strings: Locale = {
  // Conversation
  message: 'Message',
  conversation: 'Conversation',
  you: 'Vous',
  assistant: 'Assistant',
  thinking: 'Réflexion en cours',
  thought: 'Raisonnement',
  thoughtFor: (duration) => `Réflexion pendant ${duration}`,
  details: 'Détails',
  sources: 'Sources',
  copy: 'Copier',
  copied: 'Copié',
  regenerate: 'Régénérer',
  edit: 'Modifier',
  editMessage: 'Modifier le message',
  cancel: 'Annuler',
  goodAnswer: 'Bonne réponse',
  badAnswer: 'Mauvaise réponse',
  newMessages: 'Nouveaux messages',
  scrollToEnd: 'Aller au dernier message',
  answerReady: 'Réponse terminée',
  stopped: 'Arrêté',
  announcements: 'Annonces',
  noEndpoint:
    'Ce chat n’est pas encore connecté. Indiquez l’adresse d’un serveur dans l’attribut « endpoint » de <adk-chat>.',
  empty: 'Comment puis-je vous aider ?',
  suggestions: 'Suggestions',
  download: 'Télécharger',
  downloadFile: (name) => `Télécharger ${name}`,
  zoom: (name) => `Agrandir ${name}`,
  closeImage: 'Fermer l’image',
  image: 'Image',
  file: 'Fichier',
  loadImage: (host) => `Charger l’image depuis ${host}`,

  // Failures
  retry: 'Réessayer',
  dismiss: 'Fermer',
  retryIn: (seconds) => `Nouvel essai possible dans ${seconds} s`,
  unknownError: 'Une erreur s’est produite.',
  offline:
    'Vous êtes hors ligne. Les messages pourront être envoyés quand la connexion sera rétablie.',

  // Composer
  send: 'Envoyer',
  stop: 'Arrêter',
  placeholder: 'Posez votre question',
  attach: 'Joindre des fichiers',
  dropFiles: 'Déposez les fichiers à joindre',
  removeFile: (name) => `Retirer ${name}`,
  fileTooLarge: (name, limit) => `${name} dépasse ${limit}.`,
  fileType: (name) => `Le type de ${name} ne peut pas être envoyé.`,
  tooManyFiles: (limit) =>
    plural(limit, {
      one: '# fichier au plus peut être envoyé à la fois.',
      other: '# fichiers au plus peuvent être envoyés à la fois.',
    }),
  fileUnreadable: (name) => `${name} n’a pas pu être lu.`,
  queued: 'En attente d’envoi',
  queuedAfterQuestion: 'Votre message attend la réponse à la question en cours.',
  removeQueued: 'Retirer le message en attente',
  denyAndSend: 'Refuser et envoyer maintenant',

  // Voice
  startVoice: 'Démarrer la voix',
  stopVoice: 'Arrêter la voix',
  voice: 'Voix',
  voiceAsking: 'En attente du microphone…',
  voiceListening: 'À l’écoute',
  voiceSpeech: 'Je vous entends',
  voiceSpeaking: 'L’agent parle',
  voiceMuted: 'Microphone coupé',
  voiceHold: 'Maintenez le bouton pour parler',
  voiceTap: 'Touchez le bouton pour parler',
  voiceOff: 'La voix est désactivée',
  voiceDropped: 'La connexion est lente : une partie de vos paroles a été perdue.',
  voiceUnsupported: 'Cet agent ne peut pas écouter. Écrivez plutôt votre message.',
  voiceLost: 'La connexion vocale a été perdue. Réessayez.',
  voiceLoadFailed: 'La voix n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',
  mute: 'Couper le micro',
  unmute: 'Réactiver le micro',
  endVoice: 'Terminer la conversation vocale',
  elapsed: (time) => `${time} écoulées`,
  micDenied:
    'Le microphone est bloqué. Autorisez-le dans les paramètres du site, à côté de la barre d’adresse, puis réessayez.',
  micMissing: 'Aucun microphone trouvé. Branchez-en un, puis réessayez.',
  micBusy:
    'Le microphone n’a pas pu être ouvert. Fermez les autres applications qui l’utilisent, puis réessayez.',
  micUnplugged: 'Le microphone a été débranché. Rebranchez-le, puis réessayez.',
  micInsecure:
    'Le microphone ne fonctionne que sur une page sécurisée. Ouvrez cette page avec https://.',
  audioBlocked:
    'Le navigateur n’autorise le son qu’après un clic sur la page. Appuyez sur le bouton du microphone.',
  workletBlocked:
    'Cette page n’autorise pas le chargement du module vocal. Sa Content-Security-Policy doit l’autoriser dans script-src.',
  recording: 'Enregistrement',
  play: 'Lire',
  pause: 'Mettre en pause',
  seek: 'Position de lecture',
  playbackPosition: (position, length) => `${position} sur ${length}`,
  playbackSpeed: (speed) => `Vitesse ${speed}`,
  recordingGone: 'Cet enregistrement n’est plus conservé.',

  // Launcher
  open: 'Ouvrir le chat',
  close: 'Fermer le chat',
  chat: 'Chat',
  unread: (count) => plural(count, { one: '# nouveau message', other: '# nouveaux messages' }),

  // Markdown
  code: 'Code',
  table: 'Tableau',
  taskDone: 'Fait',
  taskOpen: 'À faire',

  // Tools and approvals
  approve: 'Approuver',
  alwaysAllow: 'Toujours autoriser',
  deny: 'Refuser',
  approvalNeeded: 'Approbation requise',
  approvalFor: (tool) => `Approbation requise : ${tool}`,
  reasonGiven: 'Motif indiqué :',
  addReason: 'Ajouter un motif',
  reason: 'Motif (facultatif)',
  lookalike: 'Ce nom contient des caractères trompeurs. Il imite peut-être un autre outil.',
  secondsLeft: (time) => `encore ${time}`,
  approved: 'Approuvé',
  alwaysAllowed: 'Toujours autorisé',
  denied: 'Refusé',
  expired: 'Expiré sans réponse',
  checking: 'Décision en cours',
  byYou: 'par vous',
  byPolicy: 'par votre choix « Toujours autoriser »',
  byServer: 'automatiquement, par une règle du serveur',
  questions: (count) =>
    plural(count, { one: '# question vous attend', other: '# questions vous attendent' }),
  approveAll: 'Tout approuver',
  denyAll: 'Tout refuser',
  policies: (count) =>
    plural(count, {
      one: '# outil est toujours autorisé',
      other: '# outils sont toujours autorisés',
    }),
  policySince: (time) => `depuis ${time}`,
  revoke: 'Révoquer',
  revokeTool: (tool) => `Révoquer l’autorisation de ${tool}`,
  exportAudit: 'Exporter les décisions',
  toolPreparing: 'Préparation',
  toolRunning: 'En cours',
  toolWaiting: 'Vous attend',
  toolDone: 'Terminé',
  toolFailed: 'Échec',
  toolDenied: 'Refusé',
  toolInput: 'Entrée',
  toolOutput: 'Résultat',
  toolError: 'Erreur',
  toolProgress: 'Résultat jusqu’ici',
  raw: 'Brut',
  emptyText: 'texte vide',
  emptyList: 'rien',
  characters: (count) => plural(count, { one: '# caractère', other: '# caractères' }),
  moreCharacters: (count) =>
    plural(count, {
      one: '# autre caractère n’est pas affiché',
      other: '# autres caractères ne sont pas affichés',
    }),
  moreEntries: (count) =>
    plural(count, {
      one: '# autre élément n’est pas affiché',
      other: '# autres éléments ne sont pas affichés',
    }),
  tooDeep: '… trop imbriqué pour être affiché',
};
