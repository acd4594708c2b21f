import { assign, done, edit, type ProjectPlan, remove, reopen, review, say, start, task, top } from './projectPlan.js';

export const lamp: ProjectPlan = {
  name: 'Glowworm launch',
  description: 'A bicycle lamp that charges from the hub and can be repaired. On sale before the dark months end.',
  color: '#2f8068',
  owner: 'hanna',
  made: 94,
  members: [
    { who: 'samir', ago: 94 },
    { who: 'lucia', ago: 93 },
    { who: 'tom', ago: 81 },
  ],
  edits: [{ ago: 47, by: 'hanna', fields: { name: 'Glowworm lamp' } }],
  tagColors: { purchasing: '#4568b8', testing: '#2c89a0', repair: '#b9683a' },
  tasks: [
    task('Agree on the light pattern with the test riders', 'HIGH', ['optics', 'riders'])
      .made(92, 'hanna', { to: 'lucia', due: -74 })
      .about('Twelve riders, three prototypes, one dark towpath. What counts is what they see at 25 km/h.')
      .steps(start(90), review(78), done(75)),
    task('Choose the LED and its driver', 'HIGH', ['electronics'])
      .made(91, 'samir', { to: 'samir', due: -70 })
      .steps(start(88), done(71)),
    task('Housing: second round of drawings', 'MEDIUM', ['housing', 'cad'])
      .made(80, 'hanna', { to: 'tom', due: -60 })
      .about('Thicker wall at the bracket, and the four screws must be ones people have at home.')
      .steps(
        start(77),
        review(66),
        say(
          65,
          'hanna',
          'The wall is right now. The fourth screw still needs a driver nobody owns: can we take the same M4 as the bracket, @tom?',
        ),
        reopen(64),
        say(63, 'tom', 'M4 everywhere. New drawings are in the folder.'),
        review(61),
        done(59),
      ),
    task('Order housings for the pilot run', 'MEDIUM', ['housing', 'purchasing'])
      .made(58, 'tom', { to: 'tom', due: -45 })
      .steps(start(56), done(49)),
    task('Rain test: one hour from every side', 'HIGH', ['testing'])
      .made(52, 'samir', { to: 'tom', due: -38 })
      .about('With the charging flap open as well. Weigh the lamp before and after.')
      .steps(
        start(46),
        review(41),
        say(40, 'samir', 'Dry inside after the hour from below, which is the one I worried about.'),
        done(39),
      ),
    task('Cold start at minus twenty', 'MEDIUM', ['testing', 'electronics'])
      .made(50, 'samir', { to: 'samir', due: -30 })
      .steps(start(37), done(31)),
    task('Road approval: send the samples to the lab', 'URGENT', ['approval'])
      .made(48, 'hanna', { to: 'hanna', due: -35 })
      .about('Five lamps, the drawings and the form of eleven pages. The lab answers within six weeks.')
      .steps(start(45), done(36)),
    task('Find a second supplier for the hub connector', 'LOW', ['purchasing'])
      .made(44, 'tom')
      .steps(assign(40, 'tom'), start(29), done(17)),
    task('Answer the questions of the approval lab', 'URGENT', ['approval', 'optics'])
      .made(15, 'hanna', { to: 'samir', due: -2 })
      .about('They ask for the beam at 3 volts and for a drawing of the cut-off with dimensions.')
      .steps(
        start(13),
        say(
          8,
          'hanna',
          'They want the drawing of the beam as a file and the voltage curve below 3 V. @samir, how long do you need for the curve?',
        ),
        say(7, 'samir', 'Two evenings. The curve is easy, the cold chamber is booked until Thursday.'),
        edit(6, { priority: 'URGENT', due: -1 }, 'hanna'),
        top(3, 'hanna'),
        say(2, 'hanna', 'The lab reminded us. Better half an answer today than a whole one next week.'),
      ),
    task('Write the repair guide', 'MEDIUM', ['manual', 'repair', 'copy', 'photos'])
      .made(26, 'hanna', { to: 'lucia', due: 6 })
      .about(
        'Every part that can fail, how to tell, and how to change it with one screwdriver. Photos on the grey cloth, hands in the picture, no arrows drawn over anything. Printed on one folded sheet.',
      )
      .steps(
        start(12),
        say(3, 'lucia', 'All steps have pictures but the gasket. @tom, can you hold one for me tomorrow?'),
        say(2, 'tom', 'Bring the small lens. I have three that are worn in the right place.'),
        review(0.6),
      ),
    task('Spare parts list with prices', 'MEDIUM', ['repair', 'shop'])
      .made(24, 'lucia', { to: 'tom', due: 3 })
      .steps(start(8)),
    task('Sign off the carton', 'HIGH', ['packaging'])
      .made(19, 'hanna', { to: 'hanna', due: 0 })
      .about('Colours on the uncoated side come out darker: hold the proof next to the lamp in daylight.')
      .steps(
        start(7),
        review(1),
        say(1, 'lucia', 'Printed proof is on your desk: the grey is warmer than on the screen, I like it.'),
      ),
    task('Book the assembly line for the first 800', 'HIGH', ['production', 'purchasing'])
      .made(18, 'hanna', { to: 'tom', due: -3 })
      .steps(
        edit(9, { due: -3 }, 'tom'),
        say(6, 'tom', 'They can take us in week 50, or after the holidays. Holding week 50 costs a deposit.'),
        top(5),
        say(4, 'hanna', 'Pay it. A lamp in January is a lamp in spring.'),
      ),
    task('Burn-in of the pilot run', 'HIGH', ['testing', 'production'])
      .made(14, 'samir', { to: 'samir', due: 2 })
      .about('All forty lamps for 72 hours, temperature logged each minute.')
      .list(
        2,
        'Shelf with forty sockets',
        'Loggers with fresh batteries',
        'Somebody in the house at night',
        'Read the logs',
      )
      .steps(start(4)),
    task('Press list: who reviews lamps and means it', 'LOW', ['press'])
      .made(21, 'lucia', { to: 'lucia', due: 9 })
      .steps(start(10), assign(0.8, 'hanna', 'lucia')),
    task('Photographs on the bridge, at dusk', 'MEDIUM', ['photos', 'press'])
      .made(34, 'lucia', { to: 'lucia', due: -16 })
      .steps(start(25), done(18)),
    task('Gaskets: count what is left of the old ones', 'LOW', ['repair'])
      .made(16, 'tom', { to: 'tom', due: -12 })
      .steps(start(14), done(13)),
    task('Agree with the bracket maker on week 49', 'HIGH', ['purchasing', 'production'])
      .made(17, 'hanna', { to: 'tom', due: -8 })
      .steps(start(12), say(10, 'tom', 'Week 49 it is, in writing. They keep two hundred back for us.'), done(9)),
    task('Beam pictures for the approval lab', 'HIGH', ['approval', 'photos'])
      .made(9, 'samir', { to: 'lucia', due: -5 })
      .steps(start(8), review(7), done(6)),
    task('Screws: one bag with four and a spare', 'LOW', ['packaging'])
      .made(8, 'lucia', { to: 'tom', due: -1 })
      .steps(start(5), done(2)),
    task('Invite the test riders to the evening on the towpath', 'MEDIUM', ['riders'])
      .made(5, 'hanna', { to: 'lucia', due: 1 })
      .steps(start(3), say(1, 'lucia', 'Eleven of twelve come. The twelfth sends her daughter.'), done(0.35)),
    task('Launch day: who does what, hour by hour', 'MEDIUM')
      .made(6, 'hanna', { due: 19 })
      .list(
        1,
        'Letters to the waiting list at eight',
        'Shop open at nine',
        'Press at ten',
        'Somebody at the mail all day',
        'Cake',
      ),
    task('Letter to the test riders', 'LOW', ['riders', 'copy'])
      .made(3, 'lucia', { to: 'hanna', due: 12 })
      .about('Thank them, tell them what changed because of them, and send each a lamp.'),
    task('Weigh the finished lamp', 'LOW', ['testing']).made(2, 'tom'),
    task('Bracket for 35 mm handlebars', 'LOW', ['housing'])
      .made(38, 'tom')
      .steps(edit(27, { description: 'Two riders asked. Worth a try once the first run is out.' }), top(16, 'hanna')),
    task('Lamp in orange?', 'LOW').made(43, 'lucia').steps(remove(23, 'hanna')),
    task('Insurance for the freight', 'HIGH', ['purchasing']).made(0.9, 'tom', { to: 'hanna', due: 4 }),
  ],
};
