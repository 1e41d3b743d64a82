import { mount } from '../../mount.tsx'
import { LaunchPage } from './LaunchPage.tsx'

mount(<LaunchPage />)
