import { mount } from '../../mount.tsx'
import { ConsentPage } from './ConsentPage.tsx'

mount(<ConsentPage />)
