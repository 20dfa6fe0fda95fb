"""A chapter of planted figures, and one of prices, weights, widths and rules that are none."""

from __future__ import annotations

# Each text with the figures in it that a reader would want to be held to the rules.
FIGURES: list[tuple[str, tuple[str, ...]]] = [
    ("With four dice a Difficult check succeeds 41% of the time.", ("41%",)),
    (
        "A Normal check with two dice succeeds 56% of the time, and with three dice 70%.",
        ("56%", "70%"),
    ),
    ("Your chance of at least two successes on five dice is about 54%.", ("54%",)),
    ("A single die is a success one time out of three: 33%, no more.", ("33%",)),
    ("Six dice give 2 successes on average.", ("2",)),
    ("On average a pool of four dice shows 1.33 successes.", ("1.33",)),
    ("The average of 2d6 is 7.", ("7",)),
    ("The chance of rolling 7 or more on 2d6 is 58%.", ("58%",)),
    ("You roll 10+ on 2d6 only 17% of the time.", ("17%",)),
    ("A natural 20 comes up on 5% of all d20 rolls.", ("5%",)),
    ("Rolling a d20 against a target of 15 works 30% of the time.", ("30%",)),
    ("Snake eyes on 2d6 turn up once in a while: the odds are 1/36.", ("1/36",)),
    ("A total of 7 on 2d6 has a chance of 1 in 6.", ("1 in 6",)),
    ("The odds of an 18 on 3d6 are 1 in 216.", ("1 in 216",)),
    ("Half the dice miss, and two thirds of all rolls with one die fail.", ("two thirds",)),
    ("The probability of 11 or more on 2d6 is 0.08.", ("0.08",)),
    ("An Extreme check is a long shot even with six dice (32%).", ("32%",)),
    ("With eight dice the odds of an Extreme check rise to 53%.", ("53%",)),
    ("It fails roughly 60% of the time.", ("60%",)),
    ("Your odds improve to 75% with a second die and favor.", ("75%",)),
    ("A fair coin flip beats that: the likelihood is only 44 percent.", ("44 percent",)),
    ("Without favor, success is unlikely: a mere 26%.", ("26%",)),
    ("A Difficult check on two dice succeeds one time in nine, or 11% of the time.", ("11%",)),
    ("Roll 3d6: the mean is 10.5.", ("10.5",)),
    ("Advantage raises the chance of an 11+ on d20 from 50% to 75%.", ("50%", "75%")),
    ("Rolling doubles on 2d6 has a probability of 1/6.", ("1/6",)),
    ("Odds of at least one six on four dice: 51.8%.", ("51.8%",)),
]
TABLE = """\
=====  ======  =========
Dice   Normal  Difficult
=====  ======  =========
1      33%     0%
2      56%     11%
3      70%     26%
4      80%     41%
5      87%     54%
=====  ======  =========
"""
CELLS = ("33%", "0%", "56%", "11%", "70%", "26%", "80%", "41%", "87%", "54%")
DECOYS = [
    "A long sword costs 15 gold pieces, a dagger 2 or 3.",
    "In the city every price is 20% higher.",
    "Merchants buy used armour at 50% of its price.",
    "A rope of 15 metres weighs 5 or 6 kg.",
    "A full pack weighs 10-12 kg and slows you by 25%.",
    "Above 75% of your capacity you are encumbered.",
    "The map is printed at 50% of its width.",
    "The table below is 80% wide, its first column 30%.",
    "The inner margin is 12 to 15 mm.",
    "You need version 2.0 or higher of the character builder.",
    "The sheet opens with Python 3.11+ and Sphinx 7.4 or higher.",
    "A potion restores 10% of your hit points.",
    "Each night of rest heals 25% of what you lost.",
    "There is a 15% chance of a random encounter each night.",
    "A thief starts with Climb 45% and Listen 30%.",
    "Your skill rating rises by 5% whenever you train.",
    "On percentile dice you succeed with 65% or less.",
    "Roll under 40% to open the lock.",
    "Soft cover is worth a bonus of 20%.",
    "Darkness brings a penalty of -30% to the roll.",
    "Half plate absorbs 50% of the damage.",
    "The tax on salt is 8%, on wine 12%.",
    "A loan bears 3% interest a week.",
    "Dwarven ale has 9% alcohol.",
    "The tower is 20 to 25 metres tall.",
    "The average sword weighs 1.5 kg.",
    "The average price of a room is 3 silver.",
    "A horse covers 40 to 50 miles a day.",
    "The book has 4-6 pages of maps.",
    "It plays well with 3 or 4 players and takes 2 to 3 hours.",
    "Read chapters 5 and 6 before you play.",
    "A pack of 36 dice costs 1/2 of a gold piece.",
    "Iron rations last 5 or 6 days.",
    "Riding speed drops by 30% in mud.",
    "The harvest feeds 80% of the villagers.",
    "A bribe of 10% of the worth of the goods opens most gates.",
    "The printed page is 148 mm wide at a scale of 100%.",
    "One in ten coins is false.",
    "A quarter of the gold goes to the guild.",
    "Critical hits deal 150% damage.",
    "A merchant has a 40% chance of stocking a given item.",
    "Two in five villages have no smith.",
    "Use 66% for the left column and 34% for the right.",
    "When hit points drop below 50%, the beast is bloodied.",
    "The shield gives 3/4 cover; mix 1/3 water with 2/3 oil.",
    "A crossbow needs 1/2 a turn longer and weighs 50% more.",
]
PRICES = """\
=======  ======  ======  =====
Item     Price   Weight  Cover
=======  ======  ======  =====
Shield   5       20%     25%
Buckler  2       10%     10%
=======  ======  ======  =====
"""
