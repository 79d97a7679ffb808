import { getPicture, savePicture } from './picture.ts'

export const pictureHandlers = {
  'picture.get': getPicture,
  'picture.set': savePicture,
}
