import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The files and folders that every module is built of; `wire` is a file or a folder. */
const SHAPE = [
  'Context.ts',
  'operations.ts',
  'tools.ts',
  'migrations.ts',
  'wire.ts',
  'wire',
  'endpoints',
  'actions',
  'rules',
  'store',
  'live',
]

/** Beyond that: the create function of a module, and files and folders of its own field. */
const OWN: Record<string, string> = {
  arena: 'createArena.ts',
  keys: 'createKeys.ts',
  oauth: 'createOauth.ts',
  rules: 'createRules.ts',
  explain: 'createAttest.ts',
  mandates: 'createMandates.ts',
  names: 'lens.generated.ts onchain',
  batch: '',
  boxes: 'createBoxes.ts acp authority catalogue gateway host isolation workspace',
  launchpad: 'createLaunchpad.ts statusOf.ts contract indexer metadata onchain prepare quotes records wallets',
  liquidity:
    'createWatches.ts deployment.ts examples.ts fields.ts lens.ts lens.generated.ts query.ts risks.ts answer approvals calldata checks deposits history hooks plans pools recipes request withdrawals',
}

/** Small modules without folders. */
const FLAT: Record<string, string> = {
  identity:
    'createIdentity.ts Developers.ts Nonce.ts Oidc.ts SessionToken.ts SignInProvider.ts SignInState.ts SiweMessage.ts Subject.ts contractSignature.ts createSessionLookUp.ts createVerifiedTokenCache.ts issueNonce.ts providerSignIn.ts publicKeys.ts signOut.ts verifySession.ts verifySignIn.ts whoAmI.ts',
  limits: 'createLimits.ts Bucket.ts lease.ts',
  idempotency: 'createIdempotency.ts',
  audit: 'createAuditLog.ts AuditCounter.ts exportAudit.ts readAudit.ts',
  operators:
    'createOperators.ts Context.ts blockDeveloper.ts findDevelopers.ts readOverview.ts setLimits.ts watchStandings.ts',
}

const read = async (module: string) =>
  (await readdir(`src/${module}`)).filter((name) => !name.endsWith('.test.ts')).toSorted()

test.each(Object.entries(OWN))('%s has the shape of a module', async (module, own) => {
  const allowed = new Set([...SHAPE, ...own.split(' ')])
  const names = await read(module)
  expect(names.filter((name) => !allowed.has(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['Context.ts', 'operations.ts', 'endpoints']))
})

test.each(Object.entries(FLAT))('%s is a small module without strays', async (module, own) => {
  expect(await read(module)).toEqual([...own.split(' '), 'migrations.ts'].toSorted())
})
