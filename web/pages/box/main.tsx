import { mount } from '../../mount.tsx'
import { BoxPage } from './BoxPage.tsx'

mount(<BoxPage />)
