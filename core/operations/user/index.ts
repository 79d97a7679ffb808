import { listPeople } from './list.ts'
import { savePerson } from './save.ts'

export const userHandlers = {
  'user.list': listPeople,
  'user.save': savePerson,
}
