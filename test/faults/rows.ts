/** A change of the source that breaks the product on purpose. */
export type Sabotage = { file: string; find: string; replace: string }

/** One row of the fault matrix: the tests that must pass, and a sabotage that at least one of them must notice. */
export type Row = {
  id: string
  injected: string
  file: string
  /** The tests of the file, as a regular expression. */
  tests: string
  sabotage: Sabotage
}

/** Decodes a token and trusts it. */
const TRUSTING = `await (async (given: string, ..._: unknown[]) => {
    const [header, payload] = given.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    return { protectedHeader: header, payload }
  })(token, provider.keys, {`

export const ROWS: readonly Row[] = [
  {
    id: 'A1',
    injected: 'the service is killed while it posts; every post is sent again',
    file: 'test/arena/faults.test.ts',
    tests: 'kill -9 under load',
    sabotage: {
      file: 'src/arena/store/postBatch.ts',
      find: 'return new Map(rows.map((entry) => [keyOf(',
      replace: 'return new Map(rows.slice(0, 0).map((entry) => [keyOf(',
    },
  },
  {
    id: 'A2',
    injected: 'PostgreSQL is killed while four writers post',
    file: 'test/arena/faults.test.ts',
    tests: 'a database crash loses no acknowledged post',
    sabotage: {
      file: 'src/database/createBatchWriter.ts',
      find: 'if (isUnavailable(error)) for (const { reject } of batch) reject(error)',
      replace: 'if (isUnavailable(error)) for (const { item, resolve } of batch) resolve(item as never)',
    },
  },
  {
    id: 'A3',
    injected: 'syncs of the disk are counted',
    file: 'test/database/embedded.test.ts',
    tests: 'syncs the log once for every commit that it acknowledges',
    sabotage: { file: 'src/database/embedded/serverSettings.ts', find: "fsync: 'on'", replace: "fsync: 'off'" },
  },
  {
    id: 'A5',
    injected: 'two replicas post to one room, with and without notifications',
    file: 'test/arena/faults.test.ts',
    tests: 'two replicas on one database deliver',
    sabotage: {
      file: 'src/live/FollowedList.ts',
      find: 'if (last === undefined || first.seq !== last + 1) {',
      replace: 'if (last === undefined) {',
    },
  },
  {
    id: 'A6',
    injected: 'requests with one Idempotency-Key race',
    file: 'test/idempotency/idempotency.test.ts',
    tests: 'no second effect|200 racing pairs|50 at once',
    sabotage: {
      file: 'src/idempotency/createIdempotency.ts',
      find: 'return rows[0].claimed',
      replace: 'return true',
    },
  },
  {
    id: 'A8',
    injected: 'a leader is paused, replaced and woken',
    file: 'test/database/replicas.test.ts',
    tests: 'former term is refused|a paused leader is replaced',
    sabotage: {
      file: 'src/database/LeaderElection.ts',
      find: 'if (rows.length === 0) throw new Error(`Term',
      replace: 'if (rows.length < 0) throw new Error(`Term',
    },
  },
  {
    id: 'B1',
    injected: 'readers break off and resume while others post',
    file: 'test/arena/live.test.ts',
    tests: 'resumes after any gap',
    sabotage: {
      file: 'src/live/openStream.ts',
      find: 'reader.position = from ?? now',
      replace: 'reader.position = now',
    },
  },
  {
    id: 'B2',
    injected: 'a reader never reads',
    file: 'src/live/Writer.test.ts',
    tests: 'a reader that takes nothing is ended',
    sabotage: {
      file: 'src/live/Writer.ts',
      find: "if ((controller.desiredSize ?? 0) <= 0) end('slow')",
      replace: '',
    },
  },
  {
    id: 'C1',
    injected: 'every operation is called by every kind of caller',
    file: 'test/keys/access.test.ts',
    tests: 'every operation, every kind of caller',
    sabotage: {
      file: 'src/core/Access.ts',
      find: 'if (scopes.includes(wanted)) return true',
      replace: 'if (scopes.length >= 0) return true',
    },
  },
  {
    id: 'C2',
    injected: '200 MCP clients send the same request ids at once',
    file: 'test/mcp/clients.test.ts',
    tests: '200 clients that count their requests alike',
    sabotage: {
      file: 'src/mcp/promptMethods.ts',
      find: 'function argumentsOf({ arguments: given = {} }: Params): Record<string, unknown> {',
      replace: `let shared: Record<string, unknown> | undefined
function argumentsOf({ arguments: given = {} }: Params): Record<string, unknown> {
  shared ??= given as Record<string, unknown>
  if (shared !== undefined) return shared as Record<string, string>`,
    },
  },
  {
    id: 'C3',
    injected: 'requests from foreign pages and hosts',
    file: 'test/mcp/mcp.test.ts',
    tests: 'from a foreign page or host reaches nothing',
    sabotage: {
      file: 'src/http/admission.ts',
      find: 'export function checkSurroundings(exchange: Exchange, hosts: Hosts): void {',
      replace: 'export function checkSurroundings(exchange: Exchange, hosts: Hosts): void {\n  if (hosts) return',
    },
  },
  {
    id: 'C5',
    injected: 'forged and altered tokens',
    file: 'test/identity/oidc.test.ts',
    tests: '500 tokens with a part of them altered',
    sabotage: {
      file: 'src/identity/Oidc.ts',
      find: 'await jwtVerify(token, provider.keys, {',
      replace: TRUSTING,
    },
  },
  {
    id: 'C6',
    injected: 'one signature is verified many times at once',
    file: 'test/identity/siwe.test.ts',
    tests: 'happens once for each nonce',
    sabotage: {
      file: 'src/identity/Developers.ts',
      find: 'return rows.length === 1',
      replace: 'return rows.length >= 0',
    },
  },
  {
    id: 'D1',
    injected: 'system calls that a box must not make',
    file: 'test/boxes/escape.test.ts',
    tests: 'from inside a box the kernel refuses',
    sabotage: {
      file: 'src/boxes/isolation/bubblewrapArguments.ts',
      find: "...when(features.seccomp, ['--seccomp', String(FILTER_DESCRIPTOR)]),",
      replace: '',
    },
  },
  {
    id: 'D2',
    injected: 'connections out of a box',
    file: 'test/boxes/escape.test.ts',
    tests: 'on the loopback of the machine',
    sabotage: {
      file: 'src/boxes/isolation/bubblewrapArguments.ts',
      find: "...when(features.network, ['--unshare-net']),",
      replace: '',
    },
  },
  {
    id: 'E1',
    injected: 'nodes at different heads and on a fork answer parts of one read',
    file: 'test/chain/read.test.ts',
    tests: 'never mix in one read',
    sabotage: {
      file: 'src/chain/read.ts',
      find: 'if (agree(views, block)) return join(views)',
      replace: 'if (views.length > 0) return join(views)',
    },
  },
  {
    id: 'E2',
    injected: 'a provider is led to another chain while it serves, with and without the right id',
    file: 'test/chain/anotherChain.test.ts',
    tests: '',
    sabotage: {
      file: 'src/chain/Provider.ts',
      find: 'if (asked === CHAIN_ID) checkId(',
      replace: 'if (asked === CHAIN_ID && provider.checkedAt.chainId < 0) checkId(',
    },
  },
  {
    id: 'A7',
    injected: 'the connection is lost before, after and during a COMMIT, and the request is sent again',
    file: 'test/idempotency/lostCommit.test.ts',
    tests: '',
    sabotage: {
      file: 'src/idempotency/createIdempotency.ts',
      find: 'return rows[0].claimed',
      replace: 'return true',
    },
  },
  {
    id: 'H3',
    injected: 'the next version migrates a table that is in use while two replicas of this one serve',
    file: 'test/database/migrationUnderLoad.test.ts',
    tests: 'migrates under load',
    sabotage: { file: 'src/database/migrate.ts', find: 'lockTimeoutMs: 250', replace: 'lockTimeoutMs: 10_000' },
  },
  {
    id: 'E4',
    injected: 'a builder that lies about its transaction',
    file: 'test/explain/statements.test.ts',
    tests: 'a false answer of a builder is never signed',
    sabotage: { file: 'src/explain/createAttest.ts', find: 'if (!problem) return\n', replace: 'return\n' },
  },
  {
    id: 'F1',
    injected: 'blocks are replaced, 1 to 64 deep',
    file: 'test/launchpad/reorgs.test.ts',
    tests: 'deep, with other launches',
    sabotage: {
      file: 'src/launchpad/indexer/reorganise.ts',
      find: 'await rewind(leadership, { expected: cursor.checkpoint, fork, emitters })',
      replace: '',
    },
  },
  {
    id: 'F2',
    injected: 'a node leaves logs out, repeats or shuffles them',
    file: 'test/launchpad/liar.test.ts',
    tests: 'the tables are right although the node',
    sabotage: {
      file: 'src/launchpad/indexer/chain/proveLogs.ts',
      find: 'if (!logs.every(({ logIndex }, index) => logIndex === index) || Bloom.ofLogs(logs) !== header.bloom) return false',
      replace: '',
    },
  },
  {
    id: 'G1',
    injected: 'random trades, rounding and dust in the contracts, with invariants',
    file: 'test/contracts/solidity.test.ts',
    tests: '',
    sabotage: {
      file: 'contracts/src/CurveMath.sol',
      find: 'return ((VIRTUAL_ETH + realEth) * tokens + left - 1) / left;',
      replace: 'return ((VIRTUAL_ETH + realEth) * tokens) / left;',
    },
  },
]
