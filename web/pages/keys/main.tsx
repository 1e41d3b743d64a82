import { mount } from '../../mount.tsx'
import { KeysPage } from './KeysPage.tsx'

mount(<KeysPage />)
