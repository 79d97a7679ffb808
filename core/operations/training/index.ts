import { endTraining, startTraining } from './session.ts'

export const trainingHandlers = {
  'training.start': startTraining,
  'training.end': endTraining,
}
