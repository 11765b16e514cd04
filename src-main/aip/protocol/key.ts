// Names the key that opens a server to devices and to those who give them tasks.

/** Its name in the environment and in the key store, on both sides. */
export const SERVER_KEY = 'DESKHAND_AIP_KEY'
