import { assign, done, edit, into, type ProjectPlan, reopen, review, say, start, task, top } from './projectPlan.js';

export const firmware: ProjectPlan = {
  name: 'Firmware 1.4',
  description: 'What ships in the box, and the way to update it afterwards.',
  color: '#b9683a',
  owner: 'samir',
  made: 70,
  members: [
    { who: 'hanna', ago: 70 },
    { who: 'tom', ago: 69 },
    { who: 'lucia', ago: 15, role: 'COMMENTER' },
  ],
  columns: [
    { name: 'Ideas', status: 'TODO', ago: 48, color: '#9763ae' },
    { name: 'On the bench', status: 'IN_PROGRESS', ago: 48, limit: 3 },
  ],
  tagColors: { battery: '#6f8b35', bug: '#c04c5c', light: '#ab8127', update: '#9763ae' },
  tasks: [
    task('Dim instead of flicker below 6 km/h', 'HIGH', ['light', 'hub'])
      .made(68, 'samir', { to: 'samir', due: -50 })
      .about('The hub gives pulses there. Bridge them from the capacitor, then fade.')
      .steps(start(65), review(56), done(52, 'hanna')),
    task('Standing light for four minutes', 'HIGH', ['light'])
      .made(66, 'hanna', { to: 'samir', due: -44 })
      .steps(start(51), done(43)),
    task('Brake light from the change of speed', 'MEDIUM', ['light'])
      .made(62, 'samir', { to: 'samir' })
      .steps(
        start(42),
        review(35),
        reopen(34, 'hanna'),
        say(33, 'samir', 'It now waits for 0.4 s of slowing. Cobbles no longer count as braking.'),
        review(29),
        done(27, 'hanna'),
      ),
    task('Battery reads full after a cold night', 'URGENT', ['bug', 'battery'])
      .made(40, 'tom', { to: 'samir', due: -33 })
      .about('Below five degrees the first measurement is taken before the cell has settled.')
      .steps(start(39), review(36), done(34, 'hanna')),
    task('Update over the charging port', 'HIGH', ['update'])
      .made(41, 'samir', { to: 'samir', due: -14 })
      .steps(start(28), review(18), done(15, 'hanna')),
    task('An update that was cut off leaves a dark lamp', 'URGENT', ['bug', 'update'])
      .made(12, 'tom', { to: 'samir', due: -1 })
      .about('Keep the old image until the new one has started once. A lamp must never be dark.')
      .steps(
        start(11),
        say(10, 'samir', 'Found it: the old image is erased before the new one is checked. We have room for both.'),
        top(8, 'hanna'),
        say(3, 'tom', 'Pulled the plug forty times at forty places. It always came back with light.'),
        review(1),
        say(1, 'samir', 'Then it is ready for somebody else to look at. @hanna, would you?'),
      ),
    task('Signed images', 'HIGH', ['update', 'security'])
      .made(30, 'samir', { to: 'samir', due: 4 })
      .steps(start(10), into(5, 'On the bench'), edit(3, { due: 4 })),
    task('Measure the drain in the drawer', 'MEDIUM', ['battery', 'testing'])
      .made(32, 'hanna', { to: 'tom', due: 14 })
      .about('Target: a year on the shelf and still a quarter full.')
      .steps(into(24, 'On the bench'), say(12, 'tom', '11 µA after three weeks. The meter itself takes two of them.')),
    task('Test bench: twenty hubs, one evening', 'MEDIUM', ['testing', 'hub'])
      .made(37, 'tom', { to: 'tom', due: -21 })
      .steps(start(31), done(22, 'samir')),
    task('Three blinks: say what they mean', 'LOW', ['help'])
      .made(17, 'tom', { to: 'hanna', due: 10 })
      .steps(start(7), say(5, 'hanna', 'Three for the battery, five for the hub. More than five nobody will count.')),
    task('Warm white at dusk, colder at night', 'LOW', ['light'])
      .made(29, 'hanna')
      .steps(into(19, 'Ideas'), assign(18, 'samir'), assign(7, null, 'samir')),
    task('Lamp resets when the bell magnet passes', 'HIGH', ['bug', 'hub'])
      .made(5, 'tom', { to: 'samir', due: 2 })
      .steps(top(4), say(3, 'tom', 'Only with the big brass bell, and only from the left.')),
    task('Release notes for riders', 'MEDIUM', ['copy', 'update'])
      .made(4, 'samir', { to: 'hanna', due: 11 })
      .about('Four lines. What is better, what to do, how long it takes.')
      .steps(start(0.3, 'hanna'), say(0.2, 'hanna', 'Four lines. If it needs a fifth, we changed too much.')),
    task('Count charge cycles', 'LOW', ['battery']).made(60, 'samir', { to: 'samir' }).steps(start(49), done(46)),
    task('Static analysis in the nightly build', 'LOW', ['tooling'])
      .made(57, 'samir', { to: 'samir', due: -25 })
      .steps(start(26), done(24)),
    task('Log voltage once a minute', 'LOW', ['testing', 'battery'])
      .made(16, 'samir', { to: 'samir', due: -10 })
      .steps(start(14), done(11)),
    task('Two hubs talk over each other on tandems', 'HIGH', ['bug', 'hub'])
      .made(13, 'tom', { to: 'samir', due: -7 })
      .steps(start(10), review(8), done(7, 'hanna')),
    task('Battery percent to the nearest five', 'MEDIUM', ['battery'])
      .made(8, 'hanna', { to: 'samir', due: -3 })
      .steps(start(6), review(4), done(3)),
    task('Fade in when it wakes', 'LOW', ['light'])
      .made(6, 'hanna', { to: 'samir', due: -1 })
      .steps(start(3), review(2), done(1)),
    task('Thermal limit for the tunnel record', 'LOW')
      .made(9, 'tom')
      .steps(into(8, 'Ideas', 'samir')),
    task('Fit the pilot lamps with 1.4', 'HIGH', ['production'])
      .made(7, 'hanna', { to: 'tom', due: 3 })
      .steps(into(0.55, 'On the bench')),
    task('Burn the serial number at the line', 'MEDIUM', ['production', 'tooling'])
      .made(23, 'tom', { to: 'samir', due: 0 })
      .steps(start(2), review(0.25)),
    task('Sleep after ten minutes on the stand', 'MEDIUM', ['battery'])
      .made(61, 'samir', { to: 'samir', due: -53 })
      .steps(start(59), done(54)),
    task('Throw out the old boot code', 'LOW', ['tooling', 'update']).made(14, 'samir', { due: 25 }),
  ],
};
