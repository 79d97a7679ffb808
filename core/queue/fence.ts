/** Whether this process may talk to the authority for its device. Only the signer of a branch has one. */
import type { Submission } from '../../db/profile/submissions.ts'

export interface Fence {
  /** Milliseconds before a lane may ask again whether it may work; 0: it may now. Never rejects. */
  closedMs(): Promise<number>
  /**
   * As {@link Fence.closedMs}, for the row that is sent next, and the number that it will have at the authority (null:
   * none). What must be known elsewhere before the first byte leaves is noted.
   */
  closedForMs(row: Submission, number: number | null): Promise<number>
}
