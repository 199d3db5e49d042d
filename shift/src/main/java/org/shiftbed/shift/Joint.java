package org.shiftbed.shift;

/**
 * A target joint: which share of the rows each cell gets ({@code controlled-shifts.md} 1.8).
 *
 * @param cells of the attributes that it speaks of; all others stay as they are within a cell
 * @param train share of each cell in training, summing to 1
 * @param rows training rows in all; 0 = as many as keep the shares
 * @param shortage what happens where a cell has too few rows
 * @param test share of each cell in the test, summing to 1; an empty array takes the whole test pool
 */
record Joint(Cells cells, double[] train, int rows, Shortage shortage, double[] test) {}
