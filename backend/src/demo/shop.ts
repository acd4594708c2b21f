import { assign, done, edit, type ProjectPlan, remove, reopen, review, say, start, task, top } from './projectPlan.js';

export const shop: ProjectPlan = {
  name: 'Web shop',
  description: 'Shop, help pages and the waiting list.',
  color: '#4568b8',
  owner: 'lucia',
  made: 87,
  members: [
    { who: 'hanna', ago: 87 },
    { who: 'samir', ago: 72 },
    { who: 'tom', ago: 28 },
  ],
  edits: [{ ago: 28, by: 'lucia', fields: { description: 'Shop, help pages, waiting list and the returns desk.' } }],
  tagColors: { bug: '#c04c5c', legal: '#9763ae', web: '#2c89a0' },
  tasks: [
    task('Domain and mail records', 'MEDIUM', ['ops'])
      .made(86, 'lucia', { to: 'lucia', due: -80 })
      .steps(start(85), done(82)),
    task('Waiting list with double opt-in', 'HIGH', ['waiting list', 'legal'])
      .made(84, 'hanna', { to: 'lucia', due: -68 })
      .about('One field, one button. The confirmation says when we will write next, and that it will be once.')
      .steps(start(79), review(72), done(69)),
    task('Choose a payment provider', 'HIGH', ['payment'])
      .made(76, 'hanna', { to: 'hanna', due: -58 })
      .steps(start(73), done(57)),
    task('Product page: first version', 'MEDIUM', ['web', 'copy'])
      .made(67, 'lucia', { to: 'lucia', due: -48 })
      .steps(start(63), review(54), reopen(53), done(47)),
    task('Status page', 'LOW', ['ops']).made(65, 'samir', { to: 'samir' }).steps(start(55), done(51)),
    task('Shipping costs for the eight countries we know', 'MEDIUM', ['shipping'])
      .made(45, 'lucia', { to: 'hanna', due: -26 })
      .steps(start(36), review(30), done(26)),
    task('Checkout refuses addresses in Åland', 'URGENT', ['bug', 'shipping'])
      .made(22, 'tom', { to: 'samir', due: -17 })
      .about('The postcode is taken for a Finnish one, the country for none. Found by Tom’s aunt.')
      .steps(
        start(21),
        say(21, 'samir', 'Their postcodes look Finnish, the country code does not. The provider wants AX, we sent FI.'),
        review(20),
        done(19),
        say(19, 'tom', 'Tried it with a real order to Mariehamn: goes through.'),
      ),
    task('Load test: 9,000 letters to the waiting list in an hour', 'MEDIUM', ['ops', 'waiting list'])
      .made(20, 'lucia', { to: 'samir', due: 5 })
      .steps(start(5)),
    task('Privacy notice in plain words', 'HIGH', ['legal', 'copy'])
      .made(31, 'hanna', { to: 'lucia', due: -4 })
      .about('What we keep, for how long, and how to have it deleted. No page may need a lawyer to be read.')
      .steps(
        start(16),
        review(6),
        reopen(5, 'hanna'),
        say(
          4,
          'hanna',
          'Much better. The part on letters still says "legitimate interest": who says that at breakfast?',
        ),
        say(3, 'lucia', 'True. I will tell them what we send and how to stop it, and leave the rest to the footnote.'),
        top(2),
      ),
    task('Returns: label, letter, refund', 'HIGH', ['returns'])
      .made(27, 'lucia', { to: 'tom', due: 8 })
      .list(2, 'Label prints on both printers', 'Letter in German and French', 'Refund goes back to the card')
      .steps(
        assign(14, 'tom', 'hanna'),
        start(6),
        review(1),
        say(1, 'tom', 'The label prints on both of our printers now. Refund goes back to the card by itself.'),
      ),
    task('Help page: the lamp blinks three times', 'MEDIUM', ['help', 'copy'])
      .made(13, 'samir', { to: 'lucia', due: 7 })
      .steps(start(0.4)),
    task('Help page: fitting it to a hub dynamo', 'MEDIUM', ['help', 'photos']).made(13, 'samir', {
      to: 'tom',
      due: 7,
    }),
    task('Prices with and without tax', 'HIGH', ['payment', 'legal'])
      .made(11, 'hanna', { to: 'samir', due: 1 })
      .steps(
        start(9),
        say(5, 'samir', 'Switzerland shows neither at the moment. Is that on purpose, @hanna?'),
        say(4, 'hanna', 'No. Without tax, and a line below that says so.'),
        review(2),
        assign(0.7, 'hanna', 'samir'),
      ),
    task('Pictures load slowly on the train', 'MEDIUM', ['web', 'bug'])
      .made(10, 'tom', { to: 'lucia', due: -1 })
      .about('Three megabytes before anything is seen. Sizes for phones, and the first one without waiting.')
      .steps(
        say(5, 'tom', 'Between Utrecht and Arnhem the first lamp appeared after nine seconds. I counted twice.'),
        edit(4, { priority: 'HIGH' }, 'hanna'),
      ),
    task('Invoices as one page', 'MEDIUM', ['payment'])
      .made(18, 'hanna', { to: 'samir', due: -11 })
      .steps(start(15), done(12)),
    task('Waiting list: a link out in every letter', 'HIGH', ['waiting list', 'legal'])
      .made(15, 'hanna', { to: 'lucia', due: -9 })
      .steps(start(13), review(11), done(10)),
    task('Spare parts have pages of their own', 'MEDIUM', ['web', 'repair'])
      .made(12, 'tom', { to: 'lucia', due: -6 })
      .steps(start(9), review(6), done(5)),
    task('Shipping to Norway costs nothing by mistake', 'URGENT', ['bug', 'shipping'])
      .made(4, 'tom', { to: 'samir', due: -2 })
      .steps(start(4), review(3), say(3, 'tom', 'Two orders went out for free. Let them.'), done(3)),
    task('Say on the front page when lamps ship', 'HIGH', ['web', 'copy'])
      .made(3, 'hanna', { to: 'lucia', due: 0 })
      .steps(start(2), review(1), done(0.15)),
    task('Gift wrapping', 'LOW').made(33, 'hanna').steps(remove(12, 'lucia')),
    task('Newsletter archive', 'LOW', ['waiting list'])
      .made(25, 'lucia')
      .steps(edit(15, { due: 30 })),
    task('Translate the shop into Dutch', 'MEDIUM', ['copy', 'nl']).made(8, 'lucia', { to: 'tom', due: 21 }),
    task('Ask the first ten buyers how it went', 'LOW').made(1, 'hanna', { to: 'hanna', due: 40 }),
    task('Order confirmation shows the wrong delivery week', 'URGENT', ['bug'])
      .made(0.5, 'lucia', { to: 'samir', due: 1 })
      .steps(start(0.2)),
    task('Terms of sale', 'HIGH', ['legal']).made(42, 'hanna', { to: 'hanna', due: -20 }).steps(start(32), done(20)),
  ],
};
