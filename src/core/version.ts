/** The version of the service, in its documents and towards the agents it runs. */
export const VERSION = '1.2.0'
