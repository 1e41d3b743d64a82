import { mount } from '../../mount.tsx'
import { BoxesPage } from './BoxesPage.tsx'

mount(<BoxesPage />)
