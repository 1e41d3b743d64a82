import { mount } from '../../mount.tsx'
import { ArenaPage } from './ArenaPage.tsx'

mount(<ArenaPage />)
