import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../web')
export const BUILT = join(ROOT, 'dist')
const SERVER = join(ROOT, 'server')

/** Every page with a script of its own; `frame` and `beforeScripts` are on all of them. */
const ENTRIES = {
  beforeScripts: 'document/beforeScripts.ts',
  frame: 'document/frame.ts',
  design: 'pages/design/main.tsx',
  launch: 'pages/launch/main.tsx',
  launchForm: 'pages/launchForm/main.tsx',
  token: 'pages/token/main.tsx',
  portfolio: 'pages/portfolio/main.tsx',
  position: 'pages/position/main.tsx',
  keys: 'pages/keys/main.tsx',
  consent: 'pages/consent/main.tsx',
  arena: 'pages/arena/main.tsx',
  room: 'pages/room/main.tsx',
  pools: 'pages/pools/main.tsx',
  positions: 'pages/positions/main.tsx',
  boxes: 'pages/boxes/main.tsx',
  box: 'pages/box/main.tsx',
  style: 'styles/index.css',
}

const LOGO = 'logo.svg'

/** Builds the browser's part of the site into `web/dist`, with a manifest. */
export async function buildWeb(): Promise<void> {
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)]))
  await build({
    root: ROOT,
    base: '/assets/',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
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
          entryFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  })
  await copyFile(join(ROOT, LOGO), join(BUILT, LOGO))
  await buildDrawing()
}

/** The same pages for the server, which draws what they show first: one file with everything in it. */
async function buildDrawing(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
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

if (import.meta.main) await buildWeb()
