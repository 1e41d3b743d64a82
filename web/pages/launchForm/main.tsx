import { mount } from '../../mount.tsx'
import { LaunchForm } from './LaunchForm.tsx'

mount(<LaunchForm />)
