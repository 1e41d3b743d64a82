import { mount } from '../../mount.tsx'
import { ConsolePage } from './ConsolePage.tsx'

mount(<ConsolePage />)
