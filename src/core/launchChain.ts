/** Chain 4663 carries the launchpad and, unless `RPC_URL_4663` is set, is embedded. */
export const LAUNCH_CHAIN_ID = 4663 as const
