import { createHash } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { build, type Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '../web')
export const BUILT = join(ROOT, 'dist')
const SERVER = join(ROOT, 'server')

/** Every page with a script of its own; `frame` and `beforeScripts` are on all of them. */
const ENTRIES = {
  beforeScripts: 'document/beforeScripts.ts',
  frame: 'document/frame.ts',
  serviceWorker: 'document/serviceWorker.ts',
  german: 'document/german.ts',
  design: 'pages/design/main.tsx',
  launch: 'pages/launch/main.tsx',
  launchForm: 'pages/launchForm/main.tsx',
  token: 'pages/token/main.tsx',
  creator: 'pages/creator/main.tsx',
  portfolio: 'pages/portfolio/main.tsx',
  position: 'pages/position/main.tsx',
  keys: 'pages/keys/main.tsx',
  webhooks: 'pages/webhooks/main.tsx',
  console: 'pages/console/main.tsx',
  consent: 'pages/consent/main.tsx',
  arena: 'pages/arena/main.tsx',
  room: 'pages/room/main.tsx',
  pools: 'pages/pools/main.tsx',
  explain: 'pages/explain/main.tsx',
  positions: 'pages/positions/main.tsx',
  boxes: 'pages/boxes/main.tsx',
  box: 'pages/box/main.tsx',
  style: 'styles/index.css',
}

/** Small files that several pages share: together they are packed better, and come sooner, than in files of their own. */
const PARTS =
  /web\/(components\/(?!DepthChart|depthBars|PlainMarkdown|ShownOnce|Slippage|App|Boundary|Button)|dollars\/(DollarNote|DollarPage|EthUsd)|api\/(useUrlState|launchpad|leaveFor|longLists)|liquidity\/ChainSelect|wallet\/(WalletGate|useBalance)|session\/(SignInButton|authorized))|src\/(launchpad\/wire\/urls|core\/bigint)\.ts/
const REACT = /node_modules\/(react-dom|scheduler)\//
/** The functions that make elements; the German texts need no more of React. */
const ELEMENTS = /node_modules\/react\//
/** Documents without a script of their own need no more than this. */
const START = /preload-helper|web\/document\/earlyInput\.ts$/
/** Everything that each page with a script needs for the wallet; the sheets behind the button are loaded on use. */
const WALLET =
  /web\/(wallet\/(mountWallet|connection|transactions|chains|Provider|wallets|chainReads|rpc|pastTransactions|Toasts|WalletButton|SwitchChain)|dollars\/Dollars|session\/session|api\/(useAction|useQuery|mined)|components\/(Flag|useNow|CopyButton|AddressChip|KeyValues|Chip))\.tsx?$/

/** Has Chromium compile a whole file in the background while it comes, instead of each function when it is first called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

/** Files with a name of their own. */
const COPIED = ['logo.svg', 'app.webmanifest']
const ICON_SIZES = [192, 512]
/** The browser finds a new service worker by comparing files of the same name. */
const UNHASHED = 'serviceWorker'

/** The client of phone wallets, in one file. */
const CLIENT = '@walletconnect/sign-client'
const MODULES = join(import.meta.dirname, '../node_modules')
const CLIENT_BUILT = join(MODULES, '.cache/slipway-web/signClient.js')

/** Builds the browser's part of the site into `web/dist`, with a manifest. */
export async function buildWeb(): Promise<void> {
  await buildClient()
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)]))
  await build({
    root: ROOT,
    base: '/assets/',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { [CLIENT]: CLIENT_BUILT } },
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      manifest: 'manifest.json',
      assetsDir: '',
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2023',
      rolldownOptions: {
        input,
        output: {
          chunkFileNames: '[name]-[hash].js',
          entryFileNames: ({ name }) => (name === UNHASHED ? '[name].js' : '[name]-[hash].js'),
          assetFileNames: '[name]-[hash][extname]',
          postBanner: COMPILE_HINT,
          codeSplitting: {
            groups: [
              { name: 'start', test: START, priority: 2 },
              { name: 'elements', test: ELEMENTS, priority: 3 },
              { name: 'react', test: REACT, priority: 2 },
              { name: 'wallet', test: WALLET, priority: 1 },
              { name: 'parts', test: PARTS },
            ],
          },
        },
      },
    },
  })
  for (const file of COPIED) await copyFile(join(ROOT, file), join(BUILT, file))
  for (const size of ICON_SIZES) await drawIcon(size)
  await buildDrawing()
  await buildChatCard()
}

/** Built on its own, so that what its CommonJS parts need is not loaded with every page. */
async function buildClient(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: dirname(CLIENT_BUILT),
      emptyOutDir: true,
      target: 'es2023',
      lib: {
        entry: join(MODULES, CLIENT, 'dist/index.es.js'),
        formats: ['es'],
        fileName: () => basename(CLIENT_BUILT),
      },
    },
  })
}

/** The mark for home screens: on a ground of its own, small enough that any mask leaves it whole. */
async function drawIcon(size: number): Promise<void> {
  const mark = await readFile(join(ROOT, 'logo.svg'), 'utf8')
  const drawing = mark.replace(/<style>.*<\/style>/, '<style>g{fill:#ffffff}</style>')
  const side = Math.round(size * 0.52)
  const input = await sharp(Buffer.from(drawing), { density: 72 * (side / 24) })
    .resize(side, side)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background: '#0f191d' } })
    .composite([{ input }])
    .png({ palette: true })
    .toFile(join(BUILT, `icon-${size}.png`))
}

/** The same pages for the server, which draws what they show first: one file with everything in it. */
async function buildDrawing(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    // Everything is in one file here, so no part is loaded later.
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(SERVER, 'drawPage.tsx'),
      outDir: join(SERVER, 'dist'),
      emptyOutDir: true,
      target: 'es2023',
      minify: true,
    },
  })
}

/** The card that chats show (MCP Apps): one document that loads nothing, and that runs only its own script. */
async function buildChatCard(): Promise<void> {
  const built = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: join(ROOT, 'chat/main.ts'), output: { format: 'es' } },
    },
  })) as Rolldown.RolldownOutput
  const script = built.output[0].code
  const styles = built.output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  const style = String((styles as Rolldown.OutputAsset).source).replaceAll(FONT_FACE, '')
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="slipway-base" content="{{base_url}}"><title>Slipway</title><style>${style}</style>`
  await writeFile(
    join(SERVER, 'dist/chatCard.html'),
    `<!doctype html><html lang="en"><head>${head}</head><body><script type="module">${script}</script></body></html>`,
  )
}

/** Fonts would have to be loaded; the card uses those of the system. */
const FONT_FACE = /@font-face\s*\{[^}]*\}/g

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

if (import.meta.main) await buildWeb()
