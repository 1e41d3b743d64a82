import type { Prepared, TokenDetail } from '../../api/launchpad.ts'

/** A request to POST /api/launchpad/prepare. */
export type LaunchpadBody = Record<string, unknown> & { action: string; from: string; token?: string }

/** A request, its answer, and the token it is about. */
export type Reviewed = { body: LaunchpadBody; prepared: Prepared; token: TokenDetail | undefined }
