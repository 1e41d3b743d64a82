import { mount } from '../../mount.tsx'
import { RoomPage } from './RoomPage.tsx'

mount(<RoomPage />)
