import { Migration } from '@mikro-orm/migrations';

/** Marks change sets that were undone, so that activity can leave them out with their undo. */
export class Migration20261123130300_undone extends Migration {
  override up(): void {
    // True while a change set is undone; false on an undo, and on a set that was redone. Null on all others, and on sets and
    // undos that were written before this column, which activity shows both.
    this.addSql('alter table change add column undone boolean');
  }
}
