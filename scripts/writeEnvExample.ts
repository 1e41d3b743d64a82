import { writeFile } from 'node:fs/promises'
import { exampleEnv } from '../src/config/config.ts'

await writeFile('.env.example', exampleEnv())
